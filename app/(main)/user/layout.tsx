import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PersonalFrame } from "@/components/features/personal/personal-frame";
import { currentActor } from "@/lib/auth/page";
import { matchRoute } from "@/lib/permissions/navigation";

const TABS = ["info", "token", "collected", "records", "search-record"] as const;

/** Frame of the personal center; each page decides about access, a guest's page redirects. */
export default async function Layout({ children }: { children: ReactNode }) {
  if (!(await currentActor())) return children;
  const t = await getTranslations("screens");
  const tabs = TABS.map((name) => matchRoute(`/user/${name}`)).flatMap((route) =>
    route?.ready ? [{ href: route.path, title: t(route.key as "user") }] : [],
  );
  return (
    <PersonalFrame title={t("user")} tabs={tabs}>
      {children}
    </PersonalFrame>
  );
}
