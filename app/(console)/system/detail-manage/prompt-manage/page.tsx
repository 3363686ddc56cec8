import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PromptsScreen } from "@/components/features/prompts/console/prompts-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { adminAddress } from "@/lib/features/prompts/filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("prompts.console"))("title") };
}

export default async function PromptsPage({ searchParams }: PageProps<"/system/detail-manage/prompt-manage">) {
  await requirePageActor(P.CHAT_PROMPT);
  const params = await searchParams;
  return (
    <ClientMessages areas={["prompts", "errors", "validation"]}>
      <PromptsScreen first={adminAddress.read(params)} />
    </ClientMessages>
  );
}
