import { v7 } from "uuid";
import type { Status } from "../dto";

export interface TreeNode {
  id: string;
  parentId: string | null;
  name: string;
  /** Ids from the root, `/` joined and closed. */
  path: string;
  status: Status;
  sort: number;
}

const SEPARATOR = /\s*[/／]\s*/;
/** Levels a path may make at once. */
const DEPTH_MAX = 30;

/** The organisation by the paths people write ("Head office / Sales"), with what an import would add to it. */
export class Tree {
  readonly added: TreeNode[] = [];
  readonly #nodes = new Map<string, TreeNode>();
  readonly #children = new Map<string | null, TreeNode[]>();
  #found = new Map<string, TreeNode | null>();

  constructor(rows: readonly TreeNode[]) {
    for (const row of rows) this.#put(row);
  }

  get(id: string | null): TreeNode | undefined {
    return id === null ? undefined : this.#nodes.get(id);
  }

  get root(): TreeNode | undefined {
    return this.#children.get(null)?.[0];
  }

  /** The department of a written path. Names may hold a slash themselves: what is there decides how it is read. */
  find(text: string): TreeNode | null {
    const known = this.#found.get(text);
    if (known !== undefined) return known;
    const found = this.#walk(null, text.trim());
    this.#found.set(text, found);
    return found;
  }

  /** Neither it nor one above it is disabled. */
  isOpen(node: TreeNode): boolean {
    return node.path
      .split("/")
      .filter(Boolean)
      .every((id) => this.#nodes.get(id)?.status !== "disabled");
  }

  /** Names of a path that is not there: those above, and its own. Empty when it is no path at all. */
  namesOf(text: string): string[] {
    const names = text.trim().split(SEPARATOR).filter(Boolean);
    return names.length > DEPTH_MAX ? [] : names;
  }

  /** The department of these names, with all that was missing on the way; null when they start at another root. */
  make(names: readonly string[]): TreeNode | null {
    const { root } = this;
    if (!root || names[0] !== root.name) return null;
    let node = root;
    for (const name of names.slice(1)) node = this.#childOf(node, name) ?? this.add(node, name);
    return node;
  }

  add(parent: TreeNode, name: string, status: Status = "enabled", sort?: number): TreeNode {
    const id = v7();
    const last = Math.max(0, ...(this.#children.get(parent.id) ?? []).map((child) => child.sort));
    const node = { id, parentId: parent.id, name, path: `${parent.path}${id}/`, status, sort: sort ?? last + 1 };
    this.#put(node);
    this.added.push(node);
    // A path that was not there may be there now.
    this.#found = new Map();
    return node;
  }

  #put(node: TreeNode): void {
    this.#nodes.set(node.id, node);
    const siblings = this.#children.get(node.parentId);
    if (siblings) siblings.push(node);
    else this.#children.set(node.parentId, [node]);
  }

  #childOf(node: TreeNode, name: string): TreeNode | undefined {
    return this.#children.get(node.id)?.find((child) => child.name === name);
  }

  #walk(parent: TreeNode | null, rest: string): TreeNode | null {
    if (rest === "") return parent;
    for (const child of this.#children.get(parent?.id ?? null) ?? []) {
      if (!rest.startsWith(child.name)) continue;
      const after = rest.slice(child.name.length);
      const step = /^\s*(?:[/／]\s*|$)/.exec(after);
      const found = step && this.#walk(child, after.slice(step[0].length));
      if (found) return found;
    }
    return null;
  }
}
