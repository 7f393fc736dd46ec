// SPDX-License-Identifier: MIT
// x86-64, System V calling convention. fretsaw_observe is reached by tail calls from the hook that the
// predicate called, so the return address above what it saves is in the predicate: resuming returns straight
// into user code, past our frames.
//
// Processors predict a return by the calls before it, which is wrong after a change of stacks, for as many
// returns as the predicate's functions make: on array heaps, a quarter of the time. The user's code is
// therefore compiled to jump to __x86_return_thunk where it would return (see instrumentation_flags), whose
// indirect jump is predicted by the way that led to it. For the same reason we jump where we come back from
// the predicate's stack.
#include "cpp/search/child/context_switch.hpp"

#ifndef __x86_64__
#error "the predicate search saves and restores x86-64 registers"
#endif

namespace fretsaw::search {

extern "C" {
std::uint64_t fretsaw_search_stack;
}

asm(R"(
        .macro  save_registers
        pushq   %rbx
        pushq   %rbp
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        .endm
        .macro  restore_registers
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbp
        popq    %rbx
        .endm
        .macro  return_by_jump
        leaq    8(%rsp), %rsp
        jmpq    *-8(%rsp)
        .endm

        .text
        .globl  fretsaw_start
        .type   fretsaw_start, @function
fretsaw_start:
        save_registers
        movq    %rsp, fretsaw_search_stack(%rip)
        movq    %rdi, %rsp
        xorl    %ebp, %ebp
        callq   *%rsi
        ud2
        .size   fretsaw_start, .-fretsaw_start

        .globl  fretsaw_resume
        .type   fretsaw_resume, @function
fretsaw_resume:
        save_registers
        movq    %rsp, fretsaw_search_stack(%rip)
        movq    %rdi, %rsp
        restore_registers
        return_by_jump
        .size   fretsaw_resume, .-fretsaw_resume

        .globl  fretsaw_finish
        .type   fretsaw_finish, @function
fretsaw_finish:
        movq    fretsaw_search_stack(%rip), %rsp
        restore_registers
        return_by_jump
        .size   fretsaw_finish, .-fretsaw_finish

        .globl  fretsaw_observe
        .type   fretsaw_observe, @function
fretsaw_observe:
        save_registers
        movq    %rsp, %rdx
        subq    $8, %rsp
        callq   fretsaw_on_first_read
        addq    $56, %rsp
        ret
        .size   fretsaw_observe, .-fretsaw_observe

        .p2align 4
        .globl  __x86_return_thunk
        .type   __x86_return_thunk, @function
__x86_return_thunk:
        return_by_jump
        .size   __x86_return_thunk, .-__x86_return_thunk

        .purgem save_registers
        .purgem restore_registers
        .purgem return_by_jump
        .section .note.GNU-stack,"",@progbits
        .text
)");

}  // namespace fretsaw::search
