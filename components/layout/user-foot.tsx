"use client";

import { ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import { Avatar } from "@/components/ui/avatar";
import type { ShellPerson } from "./navigation";

const UserMenu = loadedPart(async () => (await import("./user-menu")).UserMenu);

interface UserFootProps {
  person: ShellPerson;
  onToggleMenu?: () => void;
}

/** The person at the foot of the sidebar; the menu behind it is loaded when it is first wanted. */
export function UserFoot({ person, onToggleMenu }: UserFootProps) {
  const t = useTranslations("nav.userMenu");
  const [wanted, setWanted] = useState(false);
  const trigger = (onClick?: () => void): ReactElement => (
    <button
      type="button"
      onClick={onClick}
      aria-haspopup="menu"
      data-tooltip={person.name}
      data-tooltip-side="right"
      onPointerEnter={UserMenu.preload}
      onFocus={UserMenu.preload}
      className="flex w-full shrink-0 items-center gap-2.5 rounded-sm px-2 py-1.5 text-left hover:bg-muted data-[state=open]:bg-muted rail:justify-center rail:px-0"
    >
      <Avatar id={person.id} name={person.name} src={person.avatar} size={28} />
      <span className="min-w-0 flex-1 leading-4 rail:sr-only">
        <span className="block truncate text-sm font-medium">{person.name}</span>
        <span className="block truncate text-xs text-fg-3">{person.department}</span>
      </span>
      <span className="sr-only">{t("open")}</span>
      <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-fg-3 rail:hidden" />
    </button>
  );
  return (
    <div className="border-t py-1.5">
      {wanted ? (
        <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
          <UserMenu
            fallback={trigger()}
            trigger={trigger()}
            permissions={person.permissions}
            onToggleMenu={onToggleMenu}
          />
        </LazyBoundary>
      ) : (
        trigger(() => setWanted(true))
      )}
    </div>
  );
}
