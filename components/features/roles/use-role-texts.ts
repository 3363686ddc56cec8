"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useMoments } from "@/components/common/use-moments";
import type { ScreenReason } from "@/lib/features/roles/dto";
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
  const moments = useMoments();
  const isEnglish = useLocale().startsWith("en");
  const codeName = (code: string) => {
    const key = `${code}.name` as "USER.name";
    return codes.has(key) ? codes(key) : code;
  };
  const nameOf = ({ name, nameEn }: Named) => (isEnglish && nameEn ? nameEn : name);
  const namesOf = (roles: readonly Named[]) => roles.map(nameOf).join(t("comma"));
  return {
    t,
    nameOf,
    namesOf,
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
    moment: (iso: string) => moments.minute(iso),
    codeName,
    /** Why a screen opens or does not, in a sentence. */
    reasonOf: ({ state, codes: needed, roles, roleCount }: Omit<ScreenReason, "path" | "key">) => {
      if (state === "notBuilt") return t("why.notBuilt");
      if (needed.length === 0) return t("why.signedIn");
      const names =
        roleCount > roles.length
          ? t("why.andMore", { roles: namesOf(roles), count: roleCount - roles.length })
          : namesOf(roles);
      if (state === "held") return t("why.from", { roles: names });
      const lacking = needed.map(codeName).join(t("why.or"));
      return roles.length > 0
        ? t("why.lacks", { codes: lacking, roles: names })
        : t("why.lacksAll", { codes: lacking });
    },
    codeHint: (code: string) => {
      const key = `${code}.hint` as "USER.hint";
      return codes.has(key) ? codes(key) : "";
    },
  };
}
