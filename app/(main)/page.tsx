import { redirect } from "next/navigation";
import { requirePageActor } from "@/lib/auth/page";
import { firstPermitted } from "@/lib/permissions/navigation";

/** spec 2: the root leads to the first screen the person may open. */
export default async function HomePage() {
  const actor = await requirePageActor();
  redirect(firstPermitted(actor.permissions) ?? "/404");
}
