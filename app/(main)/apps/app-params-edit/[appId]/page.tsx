import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EditorPage } from "@/components/features/apps/editor-page";
import { EDITOR_TABS } from "@/lib/features/apps/paths";
import { conversationOptions } from "@/lib/features/chat/service/options";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("appsAppParamsEdit") };
}

/** Where an app is arranged, tried, published and looked at. */
export default async function AppEditorPage({ params, searchParams }: PageProps<"/apps/app-params-edit/[appId]">) {
  const { tab } = await searchParams;
  return (
    <EditorPage
      id={(await params).appId}
      tab={EDITOR_TABS.find((one) => one === tab) ?? "arranging"}
      optionsOf={conversationOptions}
    />
  );
}
