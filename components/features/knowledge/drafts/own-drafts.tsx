"use client";

import { useSearchParams } from "next/navigation";
import { createContext, lazy, type ReactNode, use, useCallback, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";

const Drawer = lazy(() => import("./own-drafts-drawer").then((module) => ({ default: module.OwnDraftsDrawer })));

const ShowContext = createContext<() => void>(() => undefined);

/** Opens the drafts one filed oneself. */
export const useShowOwnDrafts = () => use(ShowContext);

const TEXTS = ["knowledge-drafts"] as const;

/** Around the screens of the area: the sidebar and the bell lead to one's own drafts. */
export function OwnDrafts({ children }: { children: ReactNode }) {
  const asked = useSearchParams().get("drafts") === "own";
  const [isOpen, setIsOpen] = useState(false);
  const show = useCallback(() => setIsOpen(true), []);
  const close = () => {
    setIsOpen(false);
    if (asked) window.history.replaceState(null, "", window.location.pathname);
  };
  return (
    <ShowContext value={show}>
      {children}
      {(isOpen || asked) && (
        <LazyBoundary onFailure={close}>
          <LazyMessages areas={TEXTS}>
            <Drawer onClose={close} />
          </LazyMessages>
        </LazyBoundary>
      )}
    </ShowContext>
  );
}
