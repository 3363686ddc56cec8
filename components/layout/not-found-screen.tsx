import { getTranslations } from "next-intl/server";
import { AskedScreen } from "@/components/features/roles/asked-screen";
import { currentActor } from "@/lib/auth/page";
import { NotFoundView } from "./not-found-view";
import { Shell } from "./shell";
import { TopBar } from "./top-bar";

/** The page named 404: inside the shell for people who are logged in, alone for guests. */
export async function NotFoundScreen() {
  const t = await getTranslations("common.notFound");
  const actor = await currentActor();
  if (!actor) {
    return (
      <main className="flex min-h-dvh bg-background">
        <NotFoundView hasSearch={false} heading="h1" />
      </main>
    );
  }
  return (
    <Shell kind="main">
      <TopBar title={t("pageTitle")} />
      <NotFoundView hasSearch heading="h2">
        <AskedScreen />
      </NotFoundView>
    </Shell>
  );
}
