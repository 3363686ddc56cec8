import type { DrawingDto, PictureDto, TreeDto } from "./dto";

/** A request in its version tree; `name` is `2`, `2b`, `2c` in the order they were made. */
export interface TreeNode {
  drawing: DrawingDto;
  /** Steps from the beginning, from 1. */
  depth: number;
  name: string;
  children: TreeNode[];
}

/** The version tree (spec E2): each request below the picture it changed. One whose picture is gone stands at the top. */
export function treeOf({ drawings }: Pick<TreeDto, "drawings">): TreeNode[] {
  const ownerOf = new Map(drawings.flatMap(({ id, pictures }) => pictures.map((picture) => [picture.id, id] as const)));
  const nodes = new Map<string, TreeNode>();
  const made = new Map<number, number>();
  const tops: TreeNode[] = [];
  for (const drawing of drawings) {
    const above = nodes.get(ownerOf.get(drawing.parentId ?? "") ?? "");
    // What lost its picture still came after the first.
    const depth = above ? above.depth + 1 : drawing.mode === "edit" ? 2 : 1;
    const before = made.get(depth) ?? 0;
    made.set(depth, before + 1);
    const node = { drawing, depth, name: `${depth}${letterOf(before)}`, children: [] };
    nodes.set(drawing.id, node);
    (above?.children ?? tops).push(node);
  }
  return tops;
}

/** Nothing for the first, then b, c, … z, then numbers. */
function letterOf(before: number): string {
  if (before === 0) return "";
  return before < 26 ? String.fromCharCode(97 + before) : `-${before + 1}`;
}

export function flatTree(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => [node, ...flatTree(node.children)]);
}

export const isOpenDrawing = ({ status }: Pick<DrawingDto, "status">) => status === "waiting" || status === "running";
export const livePictures = ({ pictures }: Pick<DrawingDto, "pictures">): PictureDto[] =>
  pictures.filter(({ deletedAt }) => deletedAt === null);

/** Steps and pictures of a tree, as its heading tells. */
export function sumsOf(nodes: readonly TreeNode[]): { steps: number; pictures: number } {
  const all = flatTree(nodes);
  return {
    steps: Math.max(0, ...all.map(({ depth }) => depth)),
    pictures: all.reduce((sum, { drawing }) => sum + livePictures(drawing).length, 0),
  };
}
