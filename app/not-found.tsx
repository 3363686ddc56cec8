import { getTranslations } from "next-intl/server";
import { FullState } from "@/components/common/full-state";
import { buttonClass } from "@/components/ui/button-class";

/** For screens outside the shells. It stands in the script of every page, so the server draws all of it. */
export default async function NotFound() {
  const t = await getTranslations("common");
  return (
    <main data-entity-missing className="flex min-h-dvh bg-background">
      <FullState
        kind="not-found"
        heading="h1"
        title={t("notFound.title")}
        description={t("notFound.description")}
        actions={
          <a href="/" className={buttonClass("primary")}>
            {t("action.home")}
          </a>
        }
      />
    </main>
  );
}
