interface Node {
  id: string;
  parentId: string | null;
}
interface Index<N extends Node> {
  byId: ReadonlyMap<string, N>;
  children: ReadonlyMap<string | null, readonly N[]>;
}

/** Below which department something goes, and before which of its children; null: at their end. */
export interface Place {
  parentId: string;
  beforeId: string | null;
}

function isBelow<N extends Node>({ byId }: Index<N>, id: string, aboveId: string): boolean {
  for (let at: string | null | undefined = id; at; at = byId.get(at)?.parentId) if (at === aboveId) return true;
  return false;
}

/** Where an entry that is dropped at another one goes; null when it must not: the root, or a place below itself. */
export function placeOf<N extends Node>(
  index: Index<N>,
  { id, overId, place }: { id: string; overId: string; place: "before" | "into" | "after" },
): Place | null {
  const over = index.byId.get(overId);
  if (!over || !index.byId.get(id)?.parentId || isBelow(index, overId, id)) return null;
  if (place === "into") return { parentId: overId, beforeId: null };
  if (over.parentId === null) return null;
  if (place === "before") return { parentId: over.parentId, beforeId: overId };
  const siblings = (index.children.get(over.parentId) ?? []).filter((child) => child.id !== id);
  const next = siblings[siblings.findIndex((child) => child.id === overId) + 1];
  return { parentId: over.parentId, beforeId: next?.id ?? null };
}

/** Where an arrow key takes an entry: among its siblings, after its parent, into the sibling before it; null: nowhere. */
export function keyedPlace<N extends Node>(index: Index<N>, id: string, key: string): Place | null {
  const node = index.byId.get(id);
  if (!node?.parentId) return null;
  const { parentId } = node;
  const siblings = index.children.get(parentId) ?? [];
  const at = siblings.findIndex((child) => child.id === id);
  const before = siblings[at - 1];
  switch (key) {
    case "ArrowUp":
      return before ? { parentId, beforeId: before.id } : null;
    case "ArrowDown":
      return at < siblings.length - 1 ? { parentId, beforeId: siblings[at + 2]?.id ?? null } : null;
    case "ArrowLeft":
      return placeOf(index, { id, overId: parentId, place: "after" });
    case "ArrowRight":
      return before ? { parentId: before.id, beforeId: null } : null;
    default:
      return null;
  }
}
