import { useTranslations } from "next-intl";
import { BUILTIN_SUPPLIER } from "@/lib/models/templates";

/** A supplier as a record names it; the built-in one in the person's language. */
export function useSupplierName(): (name: string) => string {
  const t = useTranslations("gateway.channel");
  return (name) => (name === BUILTIN_SUPPLIER ? t("builtin") : name);
}
