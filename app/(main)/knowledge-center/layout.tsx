import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { OwnDrafts } from "@/components/features/knowledge/drafts/own-drafts";
import { KnowledgeScreens } from "@/components/features/knowledge/screens";
import { currentActor } from "@/lib/auth/page";
import { mayOpen } from "@/lib/permissions/navigation";
import { ROUTES } from "@/lib/permissions/routes";

/** Tells the area's sidebar and tabs which screens there are for this person; each page decides about access. */
export default async function Layout({ children }: { children: ReactNode }) {
  const actor = await currentActor();
  if (!actor) return children;
  const t = await getTranslations("screens");
  const screens = ROUTES.filter(
    (route) => route.area === "knowledge" && route.ready && !route.redirect && mayOpen(route, actor.permissions),
  ).map(({ path, key }) => ({ path, title: t(key as "user") }));
  return (
    <KnowledgeScreens screens={screens}>
      <OwnDrafts>{children}</OwnDrafts>
    </KnowledgeScreens>
  );
}
