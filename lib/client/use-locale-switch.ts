import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useTransition } from "react";
import { type Locale, productLocale } from "../i18n/locales";
import { chooseLocale } from "./locale";

/** The language of the page and a switch that keeps typed text: the server renders anew, nothing is unmounted. */
export function useLocaleSwitch(): { locale: Locale; pending: boolean; switchTo: (locale: Locale) => void } {
  const router = useRouter();
  const locale = productLocale(useLocale());
  const [pending, startTransition] = useTransition();
  const switchTo = (next: Locale) => {
    startTransition(async () => {
      await chooseLocale(next);
      router.refresh();
    });
  };
  return { locale, pending, switchTo };
}
