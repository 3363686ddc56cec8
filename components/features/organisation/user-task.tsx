"use client";

import { useTranslations } from "next-intl";
import { lazy } from "react";
import { LazyMessages } from "@/components/common/lazy-messages";
import { UserSessions } from "@/components/features/account/user-sessions";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { LeaveDrawer } from "./leave-drawer";
import { ResetDrawer } from "./reset-drawer";
import type { UserTask } from "./use-user-columns";

const WhyDrawer = lazy(() =>
  import("@/components/features/roles/why-drawer").then((module) => ({ default: module.WhyDrawer })),
);

/** The drawer a row's menu opens. Stands below a `LazyBoundary`. */
export function UserTaskDrawer({ task: { kind, user }, onClose }: { task: UserTask; onClose: () => void }) {
  const t = useTranslations("organisation.users");
  if (kind === "reset") return <ResetDrawer user={user} onClose={onClose} />;
  if (kind === "why") {
    return (
      <LazyMessages areas={["roles"]}>
        <WhyDrawer userId={user.id} onClose={onClose} />
      </LazyMessages>
    );
  }
  if (kind === "sessions") {
    return (
      <Sheet open onOpenChange={(open) => !open && onClose()}>
        <SheetContent title={t("sessions")} meta={`${user.name} · ${user.account}`}>
          <UserSessions userId={user.id} name={user.name} />
        </SheetContent>
      </Sheet>
    );
  }
  return <LeaveDrawer user={user} deletes={kind === "delete"} onClose={onClose} />;
}
