"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { TO_MINUTE_OF_YEAR } from "@/lib/i18n/moments";
import { SEED_ROLES } from "@/lib/permissions/seed-roles";

interface Named {
  name: string;
  nameEn: string | null;
}

/** Names and figures of roles in the person's language. */
export function useRoleTexts() {
  const t = useTranslations("roles");
  const codes = useTranslations("codes");
  const format = useFormatter();
  const isEnglish = useLocale().startsWith("en");
  const nameOf = ({ name, nameEn }: Named) => (isEnglish && nameEn ? nameEn : name);
  return {
    t,
    nameOf,
    namesOf: (roles: readonly Named[]) => roles.map(nameOf).join(t("comma")),
    /** What ships is described in Chinese; as long as nobody rewrote it, it reads well in English too. */
    descriptionOf: ({ key, description }: { key: string | null; description: string }) => {
      const shipped = SEED_ROLES.find((seed) => seed.key === key && seed.description === description);
      return isEnglish && shipped ? t(`shippedText.${shipped.key as "staff"}`) : description;
    },
    /** A name kept in two columns. */
    pick: ({ nameZh, nameEn }: { nameZh: string; nameEn: string }) => (isEnglish ? nameEn : nameZh),
    limit: (value: number | null) => {
      if (value === null) return t("unlimited");
      return value === 0 ? t("none") : format.number(value);
    },
    moment: (iso: string) => format.dateTime(new Date(iso), TO_MINUTE_OF_YEAR),
    codeName: (code: string) => {
      const key = `${code}.name` as "USER.name";
      return codes.has(key) ? codes(key) : code;
    },
    codeHint: (code: string) => {
      const key = `${code}.hint` as "USER.hint";
      return codes.has(key) ? codes(key) : "";
    },
  };
}
