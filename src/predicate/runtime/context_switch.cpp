// SPDX-License-Identifier: MIT
// x86-64, System V calling convention. fretsaw_observe is reached by tail calls from the hook that the
// predicate called, so what it saves is the predicate's own frame: resuming returns straight into user code,
// past our frames.
//
// Processors predict a return by the calls before it. After a change of stacks they are wrong, on our side of
// it too, for as many returns as the predicate's functions make. So fretsaw_resume makes as many calls that
// never return (a call of the very next instruction would not count, hence the int3), and fretsaw_finish is
// jumped to and jumps.
#include "predicate/runtime/context_switch.hpp"

#ifndef __x86_64__
#error "the predicate search saves and restores x86-64 registers"
#endif

namespace fretsaw::runtime {

extern "C" {
Registers fretsaw_observed;
std::uint64_t fretsaw_search_stack;
}

asm(R"(
        .text
        .globl  fretsaw_start
        .type   fretsaw_start, @function
fretsaw_start:
        pushq   %rbx
        pushq   %rbp
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        movq    %rsp, fretsaw_search_stack(%rip)
        movq    %rdi, %rsp
        xorl    %ebp, %ebp
        callq   *%rsi
        ud2
        .size   fretsaw_start, .-fretsaw_start

        .globl  fretsaw_resume
        .type   fretsaw_resume, @function
fretsaw_resume:
        pushq   %rbx
        pushq   %rbp
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        movq    %rsp, fretsaw_search_stack(%rip)
        movq    64(%rdi), %rcx
1:      decq    %rcx
        jle     3f
        callq   2f
        int3
2:      addq    $8, %rsp
        jmp     1b
3:      movq    0(%rdi), %rbx
        movq    8(%rdi), %rbp
        movq    16(%rdi), %r12
        movq    24(%rdi), %r13
        movq    32(%rdi), %r14
        movq    40(%rdi), %r15
        movq    48(%rdi), %rsp
        jmpq    *56(%rdi)
        .size   fretsaw_resume, .-fretsaw_resume

        .globl  fretsaw_finish
        .type   fretsaw_finish, @function
fretsaw_finish:
        movq    fretsaw_search_stack(%rip), %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbp
        popq    %rbx
        popq    %rcx
        jmpq    *%rcx
        .size   fretsaw_finish, .-fretsaw_finish

        .globl  fretsaw_observe
        .type   fretsaw_observe, @function
fretsaw_observe:
        movq    %rbx, 0+fretsaw_observed(%rip)
        movq    %rbp, 8+fretsaw_observed(%rip)
        movq    %r12, 16+fretsaw_observed(%rip)
        movq    %r13, 24+fretsaw_observed(%rip)
        movq    %r14, 32+fretsaw_observed(%rip)
        movq    %r15, 40+fretsaw_observed(%rip)
        leaq    8(%rsp), %rax
        movq    %rax, 48+fretsaw_observed(%rip)
        movq    (%rsp), %rax
        movq    %rax, 56+fretsaw_observed(%rip)
        jmp     fretsaw_on_first_read
        .size   fretsaw_observe, .-fretsaw_observe
        .section .note.GNU-stack,"",@progbits
        .text
)");

}  // namespace fretsaw::runtime
