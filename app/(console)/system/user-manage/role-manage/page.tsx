import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RolesScreen } from "@/components/features/roles/roles-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { rolesAddress } from "@/lib/features/roles/filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("roles"))("title") };
}

export default async function RoleManagePage({ searchParams }: PageProps<"/system/user-manage/role-manage">) {
  const actor = await requirePageActor(P.ORG_ROLE);
  return (
    <ClientMessages areas={["roles", "codes", "screens", "errors", "validation"]}>
      <RolesScreen state={rolesAddress.read(await searchParams)} canOpen={hasPermission(actor, P.ORG_USER)} />
    </ClientMessages>
  );
}
