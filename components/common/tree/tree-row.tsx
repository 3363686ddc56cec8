"use client";

import { ChevronRight } from "lucide-react";
import type { CSSProperties, HTMLAttributes, ReactNode, Ref } from "react";
import { cn } from "@/components/ui/cn";
import type { TreeLine, TreeNode } from "./tree-model";

export interface TreeRowProps {
  id: string;
  line: TreeLine<TreeNode>;
  isActive: boolean;
  isSelected: boolean;
  top: number;
  height: number;
  onToggle: () => void;
  onSelect: () => void;
  onOpen?: () => void;
  end?: ReactNode;
  children: ReactNode;
}

interface DrawnProps {
  rowRef?: Ref<HTMLDivElement>;
  /** Further handlers and attributes, e.g. of dragging. */
  extra?: HTMLAttributes<HTMLDivElement>;
  /** Lines of a table, with a rule between them. */
  flat?: boolean;
  className?: string;
}

const INDENT = 16;

/** One line of a tree. The keyboard belongs to the tree, which names its active line. */
export function TreeRow({
  id,
  line,
  isActive,
  isSelected,
  top,
  height,
  onToggle,
  onSelect,
  onOpen,
  end,
  children,
  rowRef,
  extra,
  flat,
  className,
}: TreeRowProps & DrawnProps) {
  const { node, level, hasChildren, isExpanded, place, of, isMatch } = line;
  // No transform: what measures lines for dragging leaves transforms out.
  const style: CSSProperties = { height, top, paddingLeft: (level - 1) * INDENT + 4 };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the tree, which names the active line
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys of the tree do the same
    <div
      {...extra}
      ref={rowRef}
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={of}
      aria-expanded={hasChildren ? isExpanded : undefined}
      aria-selected={isSelected}
      style={style}
      onClick={(event) => {
        if (event.detail > 1 && onOpen) onOpen();
        else onSelect();
      }}
      className={cn(
        "absolute inset-x-0 flex cursor-default select-none items-center gap-1 pr-2 text-sm",
        flat ? "border-b" : "rounded-sm",
        isSelected ? "bg-primary-soft font-semibold text-primary-ink" : "hover:bg-subtle",
        isActive && "group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2 outline-ring",
        className,
      )}
    >
      {hasChildren ? (
        // The keys do the same; a button here would be a second stop of every line.
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <span
          data-testid="tree-toggle"
          className="-my-1 grid size-6 shrink-0 place-items-center rounded-xs text-fg-3 hover:bg-muted pointer-coarse:size-9"
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <ChevronRight aria-hidden size={14} className={cn("transition-transform", isExpanded && "rotate-90")} />
        </span>
      ) : (
        <span aria-hidden className="size-6 shrink-0 pointer-coarse:size-9" />
      )}
      <span
        title={node.name}
        className={cn("min-w-0 flex-1 truncate", isMatch && "underline decoration-2 underline-offset-4")}
      >
        {children}
      </span>
      {end}
    </div>
  );
}
