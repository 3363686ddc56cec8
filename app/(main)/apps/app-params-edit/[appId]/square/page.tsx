import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EditorPage } from "@/components/features/apps/editor-page";
import { conversationOptions } from "@/lib/features/chat/service/options";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("appsAppParamsEditSquare") };
}

/** Whom an app is shown to and where it stands. */
export default async function AppListingPage({ params }: PageProps<"/apps/app-params-edit/[appId]/square">) {
  return <EditorPage id={(await params).appId} tab="square" optionsOf={conversationOptions} />;
}
