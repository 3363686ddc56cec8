import { getTranslations } from "next-intl/server";
import { currentActor } from "@/lib/auth/page";
import { mayOpen } from "@/lib/permissions/navigation";
import { ROUTES } from "@/lib/permissions/routes";
import { KnowledgePalette } from "./knowledge-palette";

/** Bases and files in the palette of every screen, for whoever may open one of them. */
export async function KnowledgeInPalette() {
  const actor = await currentActor();
  if (!actor) return null;
  const opens = (path: string) =>
    ROUTES.some((route) => route.path === path && route.ready && mayOpen(route, actor.permissions));
  const may = {
    bases: opens("/knowledge-center/kb-config-information/data-set"),
    chats: opens("/knowledge-center/kb-chat"),
    files: opens("/knowledge-center/kb-doc-preview/{fileId}"),
    search: opens("/knowledge-center/search"),
  };
  if (!Object.values(may).some(Boolean)) return null;
  const t = await getTranslations("knowledge");
  const texts = { bases: t("title"), files: t("palette.files"), search: t("palette.search") };
  return <KnowledgePalette texts={texts} opens={may} />;
}
