import { redirect } from "next/navigation";
import { AppPage } from "@/components/features/apps/app-page";
import { appChatHref, externalHref, resultHref } from "@/lib/features/apps/paths";

/** Leads on to whatever the app is. */
export default async function AppEntryPage({ params }: PageProps<"/apps/app/[appId]">) {
  const { appId } = await params;
  return (
    <AppPage id={appId}>
      {async ({ app }) => {
        if (app.kind === "external") redirect(externalHref(app.id, app.url));
        const hasResult = app.kind === "generation" || app.kind === "workflow";
        redirect(hasResult ? resultHref(app.id) : appChatHref(app.id));
      }}
    </AppPage>
  );
}
