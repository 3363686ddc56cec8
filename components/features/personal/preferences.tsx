"use client";

import { useTranslations } from "next-intl";
import { Segmented } from "@/components/ui/segmented";
import { useColorScheme } from "@/lib/client/use-color-scheme";
import { useLocaleSwitch } from "@/lib/client/use-locale-switch";

/** Languages are named in themselves, whatever the language of the page. */
const LANGUAGES = [
  { value: "zh_CN", label: "简体中文" },
  { value: "en_US", label: "English" },
] as const;

/** Language and appearance; both act at once. */
export function Preferences() {
  const t = useTranslations("nav.userMenu");
  const { locale, switchTo } = useLocaleSwitch();
  const [scheme, setScheme] = useColorScheme();
  const schemes = (["light", "dark", "system"] as const).map((value) => ({ value, label: t(value) }));
  return (
    <div className="grid items-center gap-x-6 gap-y-3 sm:grid-cols-[120px_minmax(0,1fr)]">
      <span className="text-fg-2 text-sm">{t("language")}</span>
      <span>
        <Segmented aria-label={t("language")} value={locale} onValueChange={switchTo} options={LANGUAGES} />
      </span>
      <span className="text-fg-2 text-sm">{t("theme")}</span>
      <span>
        <Segmented aria-label={t("theme")} value={scheme} onValueChange={setScheme} options={schemes} />
      </span>
    </div>
  );
}
