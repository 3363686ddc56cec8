import { redirect } from "next/navigation";
import { AppPage } from "@/components/features/apps/app-page";
import { toolOfApp } from "@/lib/areas/tools";
import { appChatHref, externalHref, resultHref, toolHref } from "@/lib/features/apps/paths";

/** Leads on to whatever the app is. */
export default async function AppEntryPage({ params }: PageProps<"/apps/app/[appId]">) {
  const { appId } = await params;
  return (
    <AppPage id={appId}>
      {async ({ app }) => {
        const tool = app.kind === "tool" ? toolOfApp(app.id) : undefined;
        if (tool) redirect(toolHref(app.id, tool.path));
        if (app.kind === "external") redirect(externalHref(app.id, app.url));
        const hasResult = app.kind === "generation" || app.kind === "workflow";
        redirect(hasResult ? resultHref(app.id) : appChatHref(app.id));
      }}
    </AppPage>
  );
}
