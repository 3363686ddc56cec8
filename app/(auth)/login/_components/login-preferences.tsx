"use client";

import { Languages, type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ColorScheme } from "@/lib/client/color-scheme";
import { useColorScheme } from "@/lib/client/use-color-scheme";
import { useLocaleSwitch } from "@/lib/client/use-locale-switch";
import { intlLocale } from "@/lib/i18n/locales";

const NEXT: Record<ColorScheme, ColorScheme> = { light: "dark", dark: "system", system: "light" };
const LOOK = {
  light: { icon: Sun, key: "themeLight" },
  dark: { icon: Moon, key: "themeDark" },
  system: { icon: Monitor, key: "themeSystem" },
} as const satisfies Record<ColorScheme, { icon: LucideIcon; key: string }>;

const BUTTON = "-mx-1 inline-flex min-h-8 items-center gap-1.5 rounded-sm px-1 hover:text-fg pointer-coarse:min-h-11";

/** Language and appearance at the foot of the login page. */
export function LoginPreferences() {
  const t = useTranslations("auth.login");
  const { locale, switchTo } = useLocaleSwitch();
  const [scheme, setScheme] = useColorScheme();
  const other = locale === "zh_CN" ? "en_US" : "zh_CN";
  const { icon: Icon, key } = LOOK[scheme];
  return (
    <footer className="flex h-14 shrink-0 items-center gap-5 text-xs text-fg-3">
      <button type="button" lang={intlLocale(other)} className={BUTTON} onClick={() => switchTo(other)}>
        <Languages aria-hidden size={14} />
        {t("switchLanguage")}
      </button>
      <button
        type="button"
        aria-label={t("themeLabel", { theme: t(key) })}
        className={BUTTON}
        onClick={() => setScheme(NEXT[scheme])}
      >
        <Icon aria-hidden size={14} />
        {t(key)}
      </button>
    </footer>
  );
}
