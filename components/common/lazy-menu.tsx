"use client";

import { Ellipsis } from "lucide-react";
import { lazy, type ReactElement, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { IconButton } from "@/components/ui/icon-button";
import type { MenuChoice, MenuCommand } from "./command-menu";

const load = () => import("./command-menu").then((module) => ({ default: module.CommandMenu }));
const CommandMenu = lazy(load);

interface TriggerHandlers {
  "aria-haspopup": "menu";
  onClick?: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

interface LazyMenuProps {
  /** Makes the button; it must pass these handlers and its ref on. */
  button: (handlers: TriggerHandlers) => ReactElement;
  commands?: readonly MenuCommand[];
  choice?: MenuChoice;
}

/** A button whose menu is loaded when it is first wanted. */
export function LazyMenu({ button, commands, choice }: LazyMenuProps) {
  const [wanted, setWanted] = useState(false);
  const prefetch = () => void load().catch(() => undefined);
  const trigger = (onClick?: () => void) =>
    button({ "aria-haspopup": "menu", onClick, onPointerEnter: prefetch, onFocus: prefetch });
  if (!wanted) return trigger(() => setWanted(true));
  return (
    <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
      <CommandMenu trigger={trigger()} commands={commands} choice={choice} />
    </LazyBoundary>
  );
}

/** The three dots at the end of a row. */
export function MoreMenu({ label, commands }: { label: string; commands: readonly MenuCommand[] }) {
  return (
    <LazyMenu commands={commands} button={(handlers) => <IconButton icon={Ellipsis} label={label} {...handlers} />} />
  );
}
