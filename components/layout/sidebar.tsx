"use client";

import { ArrowLeft, PanelLeft, Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Brand } from "@/components/common/brand";
import { Mark } from "@/components/common/mark";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { useStore } from "@/lib/client/use-store";
import { CommandKey } from "./command-key";
import { NavList } from "./nav-list";
import { activePath, type ShellData } from "./navigation";
import { NotificationsButton } from "./notifications-button";
import { areaFilledStore, openLayer } from "./shell-state";
import { AreaTarget } from "./sidebar-area";
import { UserFoot } from "./user-foot";

export type ShellKind = "main" | "console";

interface SidebarContentProps {
  kind: ShellKind;
  data: ShellData;
  onToggleMenu: () => void;
  /** In the drawer there is nothing to collapse. */
  inDrawer?: boolean;
  /** Whether the active entry, pressed once more, opens the lower half beside it. */
  onActiveClick?: () => void;
}

/** The inside of the sidebar, also of the drawer on small screens. */
export function SidebarContent({ kind, data, onToggleMenu, inDrawer, onActiveClick }: SidebarContentProps) {
  const t = useTranslations("nav");
  const pathname = usePathname();
  const filled = useStore(areaFilledStore, false);
  const groups = kind === "main" ? data.main : data.console;
  const active = activePath(groups, data.highlights, pathname);
  return (
    <>
      <div className="flex h-(--h-topbar) shrink-0 items-center gap-1 px-2 rail:justify-center rail:px-0">
        {kind === "main" ? (
          <span className="flex min-w-0 flex-1 items-center gap-2.5 rail:flex-none">
            {data.product.logoUrl ? (
              <>
                <span className="hidden rail:block">
                  <Mark iconUrl={data.product.iconUrl} />
                </span>
                <span className="flex min-w-0 rail:hidden">
                  <Brand {...data.product} />
                </span>
              </>
            ) : (
              <>
                <Mark iconUrl={data.product.iconUrl} />
                <span className="truncate text-lg font-semibold rail:sr-only">{data.product.name}</span>
              </>
            )}
          </span>
        ) : (
          <span className="flex min-w-0 flex-1 items-center gap-1.5 rail:flex-none">
            <Link
              href="/"
              aria-label={t("backToWorkspace")}
              data-tooltip={t("backToWorkspace")}
              className="-ml-1 grid size-7 place-items-center rounded-sm text-fg-3 hover:bg-muted hover:text-fg pointer-coarse:size-11"
            >
              <ArrowLeft aria-hidden size={16} strokeWidth={1.75} />
            </Link>
            <span className="truncate text-lg font-semibold rail:sr-only">{t("console")}</span>
          </span>
        )}
        <span className="flex items-center rail:hidden">
          <NotificationsButton />
          {!inDrawer && <IconButton icon={PanelLeft} label={t("collapse")} onClick={onToggleMenu} />}
        </span>
      </div>
      {kind === "main" && (
        <>
          <button
            type="button"
            onClick={() => openLayer("palette")}
            className="mb-2 flex h-8 shrink-0 items-center gap-2 rounded-sm border border-border-strong bg-background px-2 text-sm text-fg-3 shadow-xs hover:text-fg-2 rail:hidden pointer-coarse:h-11"
          >
            <Search aria-hidden size={15} strokeWidth={1.75} />
            <span className="min-w-0 flex-1 truncate text-left">{t("search")}</span>
            <CommandKey letter="K" />
          </button>
          <div className="mb-2 hidden justify-center rail:flex">
            <IconButton
              icon={Search}
              label={t("searchShort")}
              size={32}
              data-tooltip-side="right"
              onClick={() => openLayer("palette")}
            />
          </div>
        </>
      )}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <NavList groups={groups} active={active} compact={kind === "console"} onActiveClick={onActiveClick} />
        <AreaTarget className={cn("flex-1 pt-2 rail:hidden", filled && "border-t")} />
      </div>
      <div className="hidden flex-col items-center gap-1 pb-2 rail:flex">
        <NotificationsButton />
        <IconButton icon={PanelLeft} label={t("expand")} size={32} data-tooltip-side="right" onClick={onToggleMenu} />
      </div>
      <UserFoot person={data.person} onToggleMenu={inDrawer ? undefined : onToggleMenu} />
    </>
  );
}
