"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ComponentType, type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import {
  indexTree,
  moveInTree,
  pathTo,
  TREE_KEYS,
  type TreeIndex,
  type TreeLine,
  type TreeNode,
  typeAhead,
  visibleLines,
} from "./tree-model";
import { TreeRow, type TreeRowProps } from "./tree-row";

export interface TreeProps<Node extends TreeNode> {
  label: string;
  nodes: readonly Node[];
  selectedId?: string | null;
  onSelect?: (node: Node) => void;
  /** Enter, or a second click; selecting when unset. */
  onOpen?: (node: Node) => void;
  keyword?: string;
  /** Left out with all below them. */
  excluded?: ReadonlySet<string>;
  rowHeight?: number;
  /** Stands at the end of a line: a count, columns, a menu. `isActive`: the line has the keyboard. */
  end?: (line: TreeLine<Node>, isActive: boolean) => ReactNode;
  /** Draws a name otherwise than as its text. */
  name?: (line: TreeLine<Node>) => ReactNode;
  /** Further keys of a line, before the tree's own; true when one was dealt with. */
  onKey?: (event: KeyboardEvent, line: TreeLine<Node>, index: TreeIndex<Node>) => boolean;
  /** Draws a line otherwise than `TreeRow`, e.g. so that it can be dragged. */
  Row?: ComponentType<TreeRowProps>;
  /** Nothing is found. */
  empty?: ReactNode;
  className?: string;
}

const ROW = 32;
/** A tree of so few entries opens two levels. */
const SMALL = 40;
const TYPED_MS = 600;

/** A tree of any size by pointer and keyboard (WAI-ARIA tree); only the lines in view are drawn. */
export function Tree<Node extends TreeNode>({
  label,
  nodes,
  selectedId = null,
  onSelect,
  onOpen,
  keyword = "",
  excluded,
  rowHeight = ROW,
  end,
  name,
  onKey,
  Row = TreeRow,
  empty,
  className,
}: TreeProps<Node>) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", at: 0 });
  const index = useMemo(() => indexTree(nodes), [nodes]);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focusedId, setFocusedId] = useState<string | null>(null);
  // Roots and the way to what is selected stand open until the person closes them, in a small tree two levels.
  const expanded = useMemo(() => {
    const roots = index.children.get(null) ?? [];
    const open = new Set(roots.map((node) => node.id));
    if (nodes.length <= SMALL) {
      for (const { id: root } of roots) for (const node of index.children.get(root) ?? []) open.add(node.id);
    }
    for (const node of pathTo(index, selectedId)) if (node.id !== selectedId) open.add(node.id);
    for (const [node, isOpen] of toggled) isOpen ? open.add(node) : open.delete(node);
    return open;
  }, [index, nodes.length, selectedId, toggled]);
  const lines = useMemo(
    () => visibleLines(index, { expanded, keyword, excluded }),
    [index, expanded, keyword, excluded],
  );
  const isShown = (wanted: string | null) => lines.some(({ node }) => node.id === wanted);
  const activeId = isShown(focusedId) ? focusedId : isShown(selectedId) ? selectedId : (lines[0]?.node.id ?? null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (at) => lines[at]?.node.id ?? at,
    // The line with the keyboard is always drawn: the tree names it as its active one.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const all = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      const active = lines.findIndex(({ node }) => node.id === activeId);
      if (active >= 0 && active < first) all.unshift(active);
      if (active > last) all.push(active);
      return all;
    },
  });

  const setOpen = (node: string, isOpen: boolean) => setToggled((before) => new Map(before).set(node, isOpen));
  const focusLine = (node: string) => {
    setFocusedId(node);
    virtual.scrollToIndex(lines.findIndex((line) => line.node.id === node));
  };
  const handleKey = (event: KeyboardEvent) => {
    const line = lines.find(({ node }) => node.id === activeId);
    if (!line || event.nativeEvent.isComposing || event.target !== event.currentTarget) return;
    if (onKey?.(event, line, index)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = TREE_KEYS[event.key];
    if (move) {
      event.preventDefault();
      const { focus, expand, collapse } = moveInTree(lines, activeId, move);
      if (focus) focusLine(focus);
      if (expand) setOpen(expand, true);
      if (collapse) setOpen(collapse, false);
    } else if (event.key === "Enter") {
      event.preventDefault();
      (onOpen ?? onSelect)?.(line.node);
    } else if (event.key === " ") {
      event.preventDefault();
      onSelect?.(line.node);
    } else if (event.key.length === 1) {
      const now = event.timeStamp;
      const text = now - typed.current.at < TYPED_MS ? typed.current.text + event.key : event.key;
      typed.current = { text, at: now };
      const hit = typeAhead(lines, text.length > 1 ? null : activeId, text);
      if (hit) focusLine(hit);
    }
  };

  if (lines.length === 0) return <>{empty}</>;
  return (
    <div
      ref={frame}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={activeId ? `${id}-${activeId}` : undefined}
      onKeyDown={handleKey}
      className={cn("group/tree min-h-0 overflow-y-auto rounded-sm outline-offset-[-2px]", className)}
    >
      <div role="presentation" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: at, start, key }) => {
          const line = lines[at];
          if (!line) return null;
          const { node } = line;
          const isActive = node.id === activeId;
          return (
            <Row
              key={key}
              id={`${id}-${node.id}`}
              line={line}
              isActive={isActive}
              isSelected={node.id === selectedId}
              top={start}
              height={rowHeight}
              onToggle={() => setOpen(node.id, !line.isExpanded)}
              onSelect={() => {
                setFocusedId(node.id);
                onSelect?.(node);
              }}
              onOpen={onOpen && (() => onOpen(node))}
              end={end?.(line, isActive)}
            >
              {name ? name(line) : node.name}
            </Row>
          );
        })}
      </div>
    </div>
  );
}
