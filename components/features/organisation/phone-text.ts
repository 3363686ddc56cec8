/** A stored phone number as people read it: Chinese mobile numbers in their groups, others as they are. */
export function phoneText(phone: string | null): string {
  const mobile = /^\+86(1\d{2})(\d{4})(\d{4})$/.exec(phone ?? "");
  return mobile ? mobile.slice(1).join(" ") : (phone ?? "");
}
