// Lists and trees in the manner of Java's library, with invariants in braces: the subjects of Whispec's Table 5.
#pragma once

// A ring of entries, each with both neighbors; the header holds no element.
class LinkedList {
 public:
  struct Entry {
    int element = 0;
    Entry* next = nullptr;
    Entry* previous = nullptr;
  };

  /*@ invariant {
        some this.header
        all e: this.header.*next | some e.next and e.next.previous = e
        this.header in this.header.^next
        plus[this.size, 1] = #this.header.*next
      } */
  Entry* header = nullptr;
  int size = 0;

  /*@ ensures { @result = true <=> @value in (this.header.*next - this.header).element } */
  bool contains(int value) const { return find(value) != header; }

  /*@ ensures { @result >= 0 <=> @value in (this.header.*next - this.header).element } */
  int indexOf(int value) const {
    int index = 0;
    for (Entry* e = header->next; e != header; e = e->next) {
      if (e->element == value) return index;
      ++index;
    }
    return -1;
  }

  /*@ ensures { @result >= 0 <=> @value in (this.header.*next - this.header).element } */
  int lastIndexOf(int value) const {
    int index = size;
    for (Entry* e = header->previous; e != header; e = e->previous) {
      --index;
      if (e->element == value) return index;
    }
    return -1;
  }

  /*@ ensures { @result = true => plus[this.size, 1] = this.size` else this.size = this.size` } */
  bool remove(int value) {
    Entry* const e = find(value);
    if (e == header) return false;
    e->previous->next = e->next;
    e->next->previous = e->previous;
    delete e;
    --size;
    return true;
  }

 private:
  Entry* find(int value) const {
    Entry* e = header->next;
    while (e != header && e->element != value) e = e->next;
    return e;
  }
};

// A search tree with links to the parents.
class BinarySearchTree {
 public:
  struct Node {
    int key = 0;
    Node* left = nullptr;
    Node* right = nullptr;
    Node* parent = nullptr;
  };

  /*@ invariant {
        no this.root.parent
        all n: this.root.*(left + right) {
          n !in n.^(left + right)
          no n.left & n.right
          all c: n.left + n.right | c.parent = n
          all l: n.left.*(left + right)  | l.key < n.key
          all r: n.right.*(left + right) | r.key > n.key
        }
      } */
  Node* root = nullptr;

  /*@ ensures { no this.root <=> no @result } */
  Node* firstEntry() const {
    Node* n = root;
    if (n != nullptr) {
      while (n->left != nullptr) n = n->left;
    }
    return n;
  }

  /*@ ensures { no this.root <=> no @result } */
  Node* lastEntry() const {
    Node* n = root;
    if (n != nullptr) {
      while (n->right != nullptr) n = n->right;
    }
    return n;
  }

  /*@ requires { @n in this.root.*(left + right) }
      ensures { some @n => all m: this.root.*(left + right) | m.key > @n.key => some @result and @result.key <= m.key } */
  Node* successor(Node* n) const {
    if (n == nullptr) return nullptr;
    if (n->right != nullptr) {
      Node* p = n->right;
      while (p->left != nullptr) p = p->left;
      return p;
    }
    Node* p = n->parent;
    Node* c = n;
    while (p != nullptr && c == p->right) {
      c = p;
      p = p->parent;
    }
    return p;
  }
};

// A red-black tree.
class TreeMap {
 public:
  struct Node {
    int key = 0;
    int value = 0;
    Node* left = nullptr;
    Node* right = nullptr;
    Node* parent = nullptr;
    bool black = true;
  };

  /*@ invariant {
        no this.root.parent
        some this.root => this.root.black = true
        all n: this.root.*(left + right) {
          n !in n.^(left + right)
          no n.left & n.right
          all c: n.left + n.right | c.parent = n
          n.black = false => all c: n.left + n.right | c.black = true
          all l: n.left.*(left + right)  | l.key < n.key
          all r: n.right.*(left + right) | r.key > n.key
        }
        all a, b: this.root.*(left + right) |
          (no a.left or no a.right) and (no b.left or no b.right) =>
            #(a.*parent & black.true) = #(b.*parent & black.true)
        this.size = #this.root.*(left + right)
      } */
  Node* root = nullptr;
  int size = 0;

  Node* firstEntry() const {
    Node* n = root;
    if (n != nullptr) {
      while (n->left != nullptr) n = n->left;
    }
    return n;
  }

  Node* lastEntry() const {
    Node* n = root;
    if (n != nullptr) {
      while (n->right != nullptr) n = n->right;
    }
    return n;
  }

  /*@ requires { @n in this.root.*(left + right) } */
  Node* successor(Node* n) const {
    if (n == nullptr) return nullptr;
    if (n->right != nullptr) {
      Node* p = n->right;
      while (p->left != nullptr) p = p->left;
      return p;
    }
    Node* p = n->parent;
    Node* c = n;
    while (p != nullptr && c == p->right) {
      c = p;
      p = p->parent;
    }
    return p;
  }

  /*@ ensures { this.root.*(left + right).key = this.root`.*(left` + right`).key` + @key } */
  void put(int key, int value) {
    Node* t = root;
    if (t == nullptr) {
      ++size;
      root = new Node{key, value};
      return;
    }
    for (;;) {
      if (key == t->key) {
        t->value = value;
        return;
      }
      if (key < t->key) {
        if (t->left == nullptr) {
          ++size;
          t->left = new Node{key, value, nullptr, nullptr, t};
          repair(t->left);
          return;
        }
        t = t->left;
      } else {
        if (t->right == nullptr) {
          ++size;
          t->right = new Node{key, value, nullptr, nullptr, t};
          repair(t->right);
          return;
        }
        t = t->right;
      }
    }
  }

 private:
  static bool is_black(Node* n) { return n == nullptr ? true : n->black; }
  static Node* parent_of(Node* n) { return n == nullptr ? nullptr : n->parent; }
  static Node* left_of(Node* n) { return n == nullptr ? nullptr : n->left; }
  static Node* right_of(Node* n) { return n == nullptr ? nullptr : n->right; }
  static void paint(Node* n, bool black) {
    if (n != nullptr) n->black = black;
  }

  void rotate_left(Node* p) {
    Node* r = p->right;
    p->right = r->left;
    if (r->left != nullptr) r->left->parent = p;
    r->parent = p->parent;
    if (p->parent == nullptr)
      root = r;
    else if (p->parent->left == p)
      p->parent->left = r;
    else
      p->parent->right = r;
    r->left = p;
    p->parent = r;
  }

  void rotate_right(Node* p) {
    Node* l = p->left;
    p->left = l->right;
    if (l->right != nullptr) l->right->parent = p;
    l->parent = p->parent;
    if (p->parent == nullptr)
      root = l;
    else if (p->parent->right == p)
      p->parent->right = l;
    else
      p->parent->left = l;
    l->right = p;
    p->parent = l;
  }

  void repair(Node* x) {
    x->black = false;
    while (x != nullptr && x != root && !x->parent->black) {
      if (parent_of(x) == left_of(parent_of(parent_of(x)))) {
        Node* y = right_of(parent_of(parent_of(x)));
        if (!is_black(y)) {
          paint(parent_of(x), true);
          paint(y, true);
          paint(parent_of(parent_of(x)), false);
          x = parent_of(parent_of(x));
        } else {
          if (x == right_of(parent_of(x))) {
            x = parent_of(x);
            rotate_left(x);
          }
          paint(parent_of(x), true);
          paint(parent_of(parent_of(x)), false);
          if (parent_of(parent_of(x)) != nullptr) rotate_right(parent_of(parent_of(x)));
        }
      } else {
        Node* y = left_of(parent_of(parent_of(x)));
        if (!is_black(y)) {
          paint(parent_of(x), true);
          paint(y, true);
          paint(parent_of(parent_of(x)), false);
          x = parent_of(parent_of(x));
        } else {
          if (x == left_of(parent_of(x))) {
            x = parent_of(x);
            rotate_right(x);
          }
          paint(parent_of(x), true);
          paint(parent_of(parent_of(x)), false);
          if (parent_of(parent_of(x)) != nullptr) rotate_left(parent_of(parent_of(x)));
        }
      }
    }
    root->black = true;
  }
};
