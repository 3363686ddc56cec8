"use client";

import type { LucideIcon } from "lucide-react";
import { Fragment, type ReactElement, useState } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

export interface MenuCommand {
  key: string;
  label: string;
  icon: LucideIcon;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled. */
  hint?: string;
  /** A line above it. */
  apart?: boolean;
}

export interface MenuChoice {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

interface CommandMenuProps {
  trigger: ReactElement;
  commands?: readonly MenuCommand[];
  choice?: MenuChoice;
}

/** A menu of commands or of one choice; opens as soon as it has been loaded. */
export function CommandMenu({ trigger, commands = [], choice }: CommandMenuProps) {
  const [open, setOpen] = useState(true);
  return (
    <DropdownMenu open={open} onOpenChange={setOpen}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align={choice ? "start" : "end"}>
        {choice && (
          <DropdownMenuRadioGroup value={choice.value} onValueChange={choice.onValueChange}>
            {choice.options.map(({ value, label }) => (
              <DropdownMenuRadioItem key={value} value={value}>
                {label}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        )}
        {commands.map(({ key, label, hint, apart, ...item }) => (
          <Fragment key={key}>
            {apart && <DropdownMenuSeparator />}
            <DropdownMenuItem {...item} trailing={item.disabled ? hint : undefined}>
              {label}
            </DropdownMenuItem>
          </Fragment>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
