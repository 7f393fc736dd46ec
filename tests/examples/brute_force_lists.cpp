// SPDX-License-Identifier: MIT
#include "examples/brute_force.hpp"
#include "linked_list.hpp"
#include "singly_linked_list.hpp"
#include "sorted_list.hpp"

namespace examples {
namespace {

void spell(Spelling& spelling, const SinglyLinkedList::Entry* entry) {
  if (!spelling.meets(entry)) return;
  spelling.meets(entry->element);
  spell(spelling, entry->next);
}

void spell(Spelling& spelling, const LinkedList::Entry* entry) {
  if (!spelling.meets(entry)) return;
  spelling.meets(entry->element);
  spell(spelling, entry->next);
  spell(spelling, entry->previous);
}

void spell(Spelling& spelling, const SortedList::Entry* entry) {
  if (!spelling.meets(entry)) return;
  spelling.write(entry->element);
  spell(spelling, entry->next);
  spell(spelling, entry->previous);
}

template <class List>
int count_valid_lists(Fields& fields, List& list) {
  auto* own_sentinel = list.header_;
  const int count = count_valid(fields, list, [&](Spelling& spelling) {
    spelling.write(list.size_);
    spell(spelling, list.header_);
  });
  list.header_ = own_sentinel;
  return count;
}

}  // namespace

int count_singly_linked_lists(const Bounds& bounds) {
  SinglyLinkedList list;
  std::vector<SinglyLinkedList::Entry> entries(bounds.objects("Entry"));
  std::vector<SinglyLinkedList::Object> objects(bounds.objects("Object"));
  Fields fields;
  fields.pointer(list.header_, entries);
  fields.value(list.size_, bounds.values("SinglyLinkedList::size_"));
  for (SinglyLinkedList::Entry& entry : entries) {
    fields.pointer(entry.element, objects);
    fields.pointer(entry.next, entries);
  }
  return count_valid_lists(fields, list);
}

int count_linked_lists(const Bounds& bounds) {
  LinkedList list;
  std::vector<LinkedList::Entry> entries(bounds.objects("Entry"));
  std::vector<LinkedList::Object> objects(bounds.objects("Object"));
  Fields fields;
  fields.pointer(list.header_, entries);
  fields.value(list.size_, bounds.values("LinkedList::size_"));
  for (LinkedList::Entry& entry : entries) {
    fields.pointer(entry.element, objects);
    fields.pointer(entry.next, entries);
    fields.pointer(entry.previous, entries);
  }
  return count_valid_lists(fields, list);
}

int count_sorted_lists(const Bounds& bounds) {
  SortedList list;
  std::vector<SortedList::Entry> entries(bounds.objects("Entry"));
  Fields fields;
  fields.pointer(list.header_, entries);
  fields.value(list.size_, bounds.values("SortedList::size_"));
  for (SortedList::Entry& entry : entries) {
    fields.value(entry.element, bounds.values("Entry::element"));
    fields.pointer(entry.next, entries);
    fields.pointer(entry.previous, entries);
  }
  return count_valid_lists(fields, list);
}

}  // namespace examples
