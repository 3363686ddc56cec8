import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useTransition } from "react";
import { api } from "../http/api-client";
import { type Locale, productLocale } from "../i18n/locales";
import { storeLocale } from "./locale";
import { readStored, STORED } from "./stored";

/** The language of the page and a switch that keeps typed text: the server renders anew, nothing is unmounted. */
export function useLocaleSwitch(): { locale: Locale; pending: boolean; switchTo: (locale: Locale) => void } {
  const router = useRouter();
  const locale = productLocale(useLocale());
  const [pending, startTransition] = useTransition();
  const switchTo = (next: Locale) => {
    storeLocale(next);
    startTransition(async () => {
      // The cookie decides what is rendered; the account only remembers it for other devices.
      if (readStored(STORED.token))
        await api.post("/admin/user/set-user-language", { language: next }).catch(() => null);
      router.refresh();
    });
  };
  return { locale, pending, switchTo };
}
