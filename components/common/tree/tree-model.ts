/** One entry of a tree as the server lists it: siblings in their order, parents anywhere. */
export interface TreeNode {
  id: string;
  parentId: string | null;
  name: string;
}

/** A line of the tree that is drawn. */
export interface TreeLine<Node extends TreeNode> {
  node: Node;
  /** 1 for roots. */
  level: number;
  hasChildren: boolean;
  isExpanded: boolean;
  /** Place among its siblings, and how many they are. */
  place: number;
  of: number;
  /** The search found it, not only something below it. */
  isMatch: boolean;
}

export interface TreeIndex<Node extends TreeNode> {
  byId: ReadonlyMap<string, Node>;
  /** Children by parent; roots under null. An entry whose parent is not listed is a root. */
  children: ReadonlyMap<string | null, readonly Node[]>;
}

export function indexTree<Node extends TreeNode>(nodes: readonly Node[]): TreeIndex<Node> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const children = Map.groupBy(nodes, ({ parentId }) => (parentId !== null && byId.has(parentId) ? parentId : null));
  return { byId, children };
}

/** From the root down to the entry itself. */
export function pathTo<Node extends TreeNode>({ byId }: TreeIndex<Node>, id: string | null): Node[] {
  const path: Node[] = [];
  const seen = new Set<string>();
  for (let node = id === null ? undefined : byId.get(id); node && !seen.has(node.id); ) {
    seen.add(node.id);
    path.unshift(node);
    node = node.parentId === null ? undefined : byId.get(node.parentId);
  }
  return path;
}

/** Entries a word finds; null without a word. */
function matches<Node extends TreeNode>({ byId }: TreeIndex<Node>, keyword: string): Set<string> | null {
  const word = keyword.trim().toLowerCase();
  if (!word) return null;
  const found = new Set<string>();
  for (const node of byId.values()) if (node.name.toLowerCase().includes(word)) found.add(node.id);
  return found;
}

/**
 * The lines to draw, from top to bottom. A word opens the tree to what it finds and leaves out what leads nowhere; entries
 * below a found one stay reachable. `excluded` are left out with all below them.
 */
export function visibleLines<Node extends TreeNode>(
  index: TreeIndex<Node>,
  { expanded, keyword, excluded }: { expanded: ReadonlySet<string>; keyword: string; excluded?: ReadonlySet<string> },
): TreeLine<Node>[] {
  const found = matches(index, keyword);
  const leads = new Set<string>();
  for (const id of found ?? []) for (const node of pathTo(index, id)) if (node.id !== id) leads.add(node.id);
  const lines: TreeLine<Node>[] = [];
  const visit = (parentId: string | null, level: number, isBelowMatch: boolean) => {
    const siblings = (index.children.get(parentId) ?? []).filter(
      ({ id }) => !excluded?.has(id) && (!found || isBelowMatch || found.has(id) || leads.has(id)),
    );
    siblings.forEach((node, position) => {
      const isMatch = found?.has(node.id) ?? false;
      const below = (index.children.get(node.id) ?? []).some(({ id }) => !excluded?.has(id));
      const isExpanded = below && (leads.has(node.id) || expanded.has(node.id));
      lines.push({ node, level, hasChildren: below, isExpanded, place: position + 1, of: siblings.length, isMatch });
      if (isExpanded) visit(node.id, level + 1, isBelowMatch || isMatch);
    });
  };
  visit(null, 1, false);
  return lines;
}

export type TreeMove = "first" | "last" | "next" | "previous" | "in" | "out";

/** Keys of the WAI-ARIA tree; null for other keys. */
export const TREE_KEYS: Readonly<Record<string, TreeMove>> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  ArrowRight: "in",
  ArrowLeft: "out",
  Home: "first",
  End: "last",
};

/** Where the focus goes, or which entry opens or closes. */
export function moveInTree<Node extends TreeNode>(
  lines: readonly TreeLine<Node>[],
  activeId: string | null,
  move: TreeMove,
): { focus?: string; expand?: string; collapse?: string } {
  const at = lines.findIndex(({ node }) => node.id === activeId);
  const line = lines[at];
  const focus = (position: number) => {
    const next = lines[Math.max(0, Math.min(lines.length - 1, position))];
    return next ? { focus: next.node.id } : {};
  };
  if (!line || move === "first") return focus(0);
  if (move === "last") return focus(lines.length - 1);
  if (move === "next") return focus(at + 1);
  if (move === "previous") return focus(at - 1);
  if (move === "in") {
    if (!line.hasChildren) return {};
    return line.isExpanded ? focus(at + 1) : { expand: line.node.id };
  }
  if (line.isExpanded) return { collapse: line.node.id };
  const parent = line.node.parentId;
  return parent && lines.some(({ node }) => node.id === parent) ? { focus: parent } : {};
}

/** The first entry after the active one whose name begins with what was typed, around the end. */
export function typeAhead<Node extends TreeNode>(
  lines: readonly TreeLine<Node>[],
  activeId: string | null,
  typed: string,
): string | null {
  const at = lines.findIndex(({ node }) => node.id === activeId);
  const around = [...lines.slice(at + 1), ...lines.slice(0, at + 1)];
  return around.find(({ node }) => node.name.toLowerCase().startsWith(typed.toLowerCase()))?.node.id ?? null;
}

/** Entries with everything below them. */
export function withBelow<Node extends TreeNode>(index: TreeIndex<Node>, id: string): Set<string> {
  const all = new Set<string>();
  const visit = (each: string) => {
    if (all.has(each)) return;
    all.add(each);
    for (const child of index.children.get(each) ?? []) visit(child.id);
  };
  visit(id);
  return all;
}
