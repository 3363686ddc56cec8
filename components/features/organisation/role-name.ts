import type { RoleRef } from "@/lib/features/organisation/dto";

/** A role's name in the language of the interface. `locale` is a language tag. */
export function roleName({ name, nameEn }: Pick<RoleRef, "name" | "nameEn">, locale: string): string {
  return locale.startsWith("en") && nameEn ? nameEn : name;
}
