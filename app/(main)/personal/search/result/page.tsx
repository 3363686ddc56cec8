import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { SharedConversation } from "@/components/chat/shared-conversation";
import { ContinueShare } from "@/components/features/chat/continue-share";
import { SearchResultScreen } from "@/components/features/search/result-screen";
import { SearchSidebar } from "@/components/features/search/search-sidebar";
import { ClientMessages } from "@/components/layout/messages";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { sharedOrNull } from "@/lib/conversation/shares";
import { fileLimits } from "@/lib/features/chat/page";
import { conversationOptions } from "@/lib/features/chat/service/options";
import { ABOUT_SEARCH } from "@/lib/features/search/conversation";
import { pageSearch } from "@/lib/features/search/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("search"))("title") };
}

const AREAS = ["nav", "chat", "errors", "search", "validation"] as const;
const uuid = z.uuid().optional().catch(undefined);

/** A search; without `?session=` the place where they begin. */
export default async function SearchResultPage({ searchParams }: PageProps<"/personal/search/result">) {
  const actor = await requirePageActor(P.SEARCH);
  const { share, session } = await searchParams;
  if (share !== undefined) return <SharedPage actor={actor} id={uuid.parse(share)} />;
  await pageSearch(actor, session);
  return (
    <ClientMessages areas={AREAS}>
      <SearchResultScreen options={await conversationOptions(actor)} fileLimits={await fileLimits()} />
    </ClientMessages>
  );
}

/** A search somebody shared, with the reader's own rights; a link that leads nowhere leads to the 404 page. */
async function SharedPage({ actor, id }: { actor: Actor; id: string | undefined }) {
  const search = await sharedOrNull(actor, ABOUT_SEARCH, id);
  if (!search) notFound();
  return (
    <ClientMessages areas={AREAS}>
      <SearchSidebar />
      <SharedConversation chat={search}>
        {hasPermission(actor, P.CHAT) && <ContinueShare id={search.id} />}
      </SharedConversation>
    </ClientMessages>
  );
}
