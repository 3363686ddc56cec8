import { useTranslations } from "next-intl";
import { NotFoundView } from "./not-found-view";
import { TopBar } from "./top-bar";

/** A screen whose thing is missing, inside the shell. The mark tells checks from outside what happened (spec 10). */
export function NotFoundPanel() {
  const t = useTranslations("common.notFound");
  return (
    <div data-entity-missing className="flex min-h-0 flex-1 flex-col">
      <TopBar title={t("pageTitle")} />
      <NotFoundView hasSearch heading="h2" />
    </div>
  );
}
