"use client";

import { Ellipsis } from "lucide-react";
import { type ReactElement, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { IconButton } from "@/components/ui/icon-button";
import type { MenuChoice, MenuCommand } from "./command-menu";
import { loadedPart } from "./loaded-part";

const CommandMenu = loadedPart(async () => (await import("./command-menu")).CommandMenu);

interface TriggerHandlers {
  "aria-haspopup": "menu";
  onClick?: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

interface LazyMenuProps {
  /** Makes the button; it must pass these handlers and its ref on. */
  button: (handlers: TriggerHandlers) => ReactElement;
  /** Made when the menu is wanted, where it is a function. */
  commands?: readonly MenuCommand[] | (() => readonly MenuCommand[]);
  choice?: MenuChoice;
}

/** A button whose menu is loaded when it is first wanted. */
export function LazyMenu({ button, commands, choice }: LazyMenuProps) {
  const [wanted, setWanted] = useState(false);
  const trigger = (onClick?: () => void) =>
    button({ "aria-haspopup": "menu", onClick, onPointerEnter: CommandMenu.preload, onFocus: CommandMenu.preload });
  if (!wanted) return trigger(() => setWanted(true));
  return (
    <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
      <CommandMenu
        fallback={trigger()}
        trigger={trigger()}
        commands={typeof commands === "function" ? commands() : commands}
        choice={choice}
      />
    </LazyBoundary>
  );
}

/** The three dots at the end of a row. */
export function MoreMenu({ label, commands }: { label: string } & Required<Pick<LazyMenuProps, "commands">>) {
  return (
    <LazyMenu commands={commands} button={(handlers) => <IconButton icon={Ellipsis} label={label} {...handlers} />} />
  );
}
