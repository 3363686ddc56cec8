"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, useCallback, useEffect, useState } from "react";
import { DialogHost } from "@/components/common/dialog-host";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import { Toaster } from "@/components/common/toaster";
import { cn } from "@/components/ui/cn";
import { TooltipLayer } from "@/components/ui/tooltip";
import { QueryProvider } from "@/lib/client/query-client";
import { askAboutUses } from "@/lib/client/still-used";
import { useStore } from "@/lib/client/use-store";
import type { ShellData } from "./navigation";
import { PaletteAhead } from "./palette-ahead";
import { PaletteWaiting } from "./palette-waiting";
import {
  areaFilledStore,
  closeLayer,
  narrowMenuStore,
  openLayer,
  rememberCollapsed,
  shellLayerStore,
} from "./shell-state";
import { type ShellKind, SidebarContent } from "./sidebar";
import { StartUp } from "./start-up";
import { useShellKeys } from "./use-shell-keys";
import { Watermark } from "./watermark";

const CommandPalette = loadedPart(async () => (await import("./command-palette")).CommandPalette);
const MobileDrawer = loadedPart(async () => (await import("./mobile-drawer")).MobileDrawer);
const AreaFlyout = loadedPart(async () => (await import("./area-flyout")).AreaFlyout);
const ShortcutsDialog = lazy(() => import("./shortcuts-dialog").then((m) => ({ default: m.ShortcutsDialog })));
const AccountDrawer = lazy(() =>
  import("@/components/features/account/account-drawer").then((m) => ({ default: m.AccountDrawer })),
);
const AboutDialog = lazy(() =>
  import("@/components/features/preview/about-dialog").then((m) => ({ default: m.AboutDialog })),
);

const loadQuestion = () => import("@/components/common/still-used-question");

const WIDE = "(min-width: 80rem)";

interface ShellFrameProps {
  kind: ShellKind;
  data: ShellData;
  /** What every screen must show above itself. */
  strip?: ReactNode;
  children: ReactNode;
}

/** Frame of workspace and console: sidebar, one working panel, and the layers above them, loaded on first use. */
export function ShellFrame({ kind, data, strip, children }: ShellFrameProps) {
  const t = useTranslations("nav");
  const pathname = usePathname();
  const layer = useStore(shellLayerStore, null);
  const filled = useStore(areaFilledStore, false);
  const narrow = useStore(narrowMenuStore, false);
  const [chosen, setChosen] = useState(data.collapsed);
  const collapsed = chosen || narrow;

  const toggleMenu = useCallback(() => {
    if (!window.matchMedia(WIDE).matches) {
      if (shellLayerStore.get() === "drawer") closeLayer();
      else openLayer("drawer");
      return;
    }
    if (narrowMenuStore.get()) {
      narrowMenuStore.set(false);
      setChosen(false);
      return;
    }
    setChosen((current) => {
      rememberCollapsed(!current);
      return !current;
    });
  }, []);
  useShellKeys(toggleMenu);

  useEffect(() => askAboutUses(async (used) => (await loadQuestion()).askWhetherToGoOn(used)), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes what lies above the old one
  useEffect(closeLayer, [pathname]);

  // Whoever follows a link of the menu, to another chat of the same screen too, wants to see what it leads to.
  const isMenu = layer === "drawer" || layer === "flyout";
  useEffect(() => {
    if (!isMenu) return;
    const handle = (event: MouseEvent) => {
      const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (!isElsewhere && event.target instanceof Element && event.target.closest("a[href]")) closeLayer();
    };
    document.addEventListener("click", handle);
    return () => document.removeEventListener("click", handle);
  }, [isMenu]);

  // What is opened from every screen, and what stands in for the menu where that is narrow.
  const loadAhead = useCallback(() => {
    CommandPalette.preload();
    if (!collapsed && window.matchMedia(WIDE).matches) return;
    MobileDrawer.preload();
    AreaFlyout.preload();
  }, [collapsed]);

  const handleActiveClick = () => {
    const isRail = collapsed || !window.matchMedia(WIDE).matches;
    if (filled && isRail && layer !== "drawer") openLayer("flyout");
  };

  return (
    <QueryProvider>
      <a
        href="#panel"
        className="fixed left-2 top-2 z-(--z-toast) -translate-y-20 rounded-sm bg-primary px-3 py-1.5 text-sm text-primary-fg focus-visible:translate-y-0"
      >
        {t("skip")}
      </a>
      <div className="flex h-dvh overflow-clip bg-canvas">
        <nav
          aria-label={kind === "main" ? t("mainNavigation") : t("consoleNavigation")}
          data-collapsed={collapsed}
          className={cn(
            "sidebar hidden h-full shrink-0 flex-col pl-3 pr-2 md:flex rail:w-(--w-sidebar-collapsed) rail:px-2",
            kind === "main" ? "w-(--w-sidebar)" : "w-54",
          )}
        >
          <SidebarContent kind={kind} data={data} onToggleMenu={toggleMenu} onActiveClick={handleActiveClick} />
        </nav>
        <main
          id="panel"
          tabIndex={-1}
          className="relative flex min-w-0 flex-1 flex-col overflow-clip bg-background outline-none md:my-2 md:mr-2 md:rounded-lg md:border md:shadow-xs"
        >
          {strip}
          {children}
          {data.watermark && <Watermark text={data.watermark} />}
          <Toaster />
        </main>
      </div>
      <DialogHost />
      <TooltipLayer />
      <LazyBoundary onFailure={closeLayer}>
        {layer === "palette" && <CommandPalette data={data} onClose={closeLayer} fallback={<PaletteWaiting />} />}
        {layer === "shortcuts" && <ShortcutsDialog onClose={closeLayer} />}
        {layer === "drawer" && <MobileDrawer kind={kind} data={data} onToggleMenu={toggleMenu} onClose={closeLayer} />}
        {layer === "account" && <AccountDrawer product={data.product.name} onClose={closeLayer} />}
        {layer === "about" && <AboutDialog onClose={closeLayer} />}
        {layer === "flyout" && <AreaFlyout onClose={closeLayer} />}
      </LazyBoundary>
      <PaletteAhead load={loadAhead} />
      <StartUp permissions={data.person.permissions} product={data.product} />
    </QueryProvider>
  );
}
