import { useLocale } from "next-intl";

/** A channel's, or a role's, name in the language of the page. */
export function useLocalName() {
  const locale = useLocale();
  return {
    channel: ({ nameZh, nameEn }: { nameZh: string; nameEn: string }) => (locale.startsWith("en") ? nameEn : nameZh),
    role: ({ name, nameEn }: { name: string; nameEn: string | null }) =>
      locale.startsWith("en") ? (nameEn ?? name) : name,
  };
}
