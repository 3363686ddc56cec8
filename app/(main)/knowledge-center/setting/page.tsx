import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { requirePageActor } from "@/lib/auth/page";
import { pageBase } from "@/lib/features/knowledge/page";
import { parametersHref } from "@/lib/features/knowledge/paths";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("knowledgeCenterSetting") };
}

/** The first of the settings are the parameters, of the same base. */
export default async function SettingPage({ searchParams }: PageProps<"/knowledge-center/setting">) {
  const actor = await requirePageActor(P.KB_MANAGE);
  const base = await pageBase(actor, (await searchParams).id, "manage");
  redirect(parametersHref(base?.id));
}
