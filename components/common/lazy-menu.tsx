"use client";

import { Ellipsis } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import type { MenuChoice, MenuCommand } from "./command-menu";
import { LazyTrigger, type LazyTriggerProps } from "./lazy-trigger";
import { loadedPart } from "./loaded-part";

const CommandMenu = loadedPart(async () => (await import("./command-menu")).CommandMenu);

interface LazyMenuProps extends Pick<LazyTriggerProps, "button"> {
  /** Made when the menu is wanted, where it is a function. */
  commands?: readonly MenuCommand[] | (() => readonly MenuCommand[]);
  choice?: MenuChoice;
}

/** A button whose menu is loaded when it is first wanted. */
export function LazyMenu({ button, commands, choice }: LazyMenuProps) {
  return (
    <LazyTrigger opens="menu" load={CommandMenu.preload} button={button}>
      {(trigger) => (
        <CommandMenu
          fallback={trigger}
          trigger={trigger}
          commands={typeof commands === "function" ? commands() : commands}
          choice={choice}
        />
      )}
    </LazyTrigger>
  );
}

/** The three dots at the end of a row. */
export function MoreMenu({ label, commands }: { label: string } & Required<Pick<LazyMenuProps, "commands">>) {
  return (
    <LazyMenu commands={commands} button={(handlers) => <IconButton icon={Ellipsis} label={label} {...handlers} />} />
  );
}
