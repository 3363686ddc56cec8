import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportButton } from "@/components/features/organisation/import-button";
import { UsersScreen } from "@/components/features/organisation/users-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { usersAddress } from "@/lib/features/organisation/filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("organisation.users"))("title") };
}

export default async function UsersPage({ searchParams }: PageProps<"/system/user-manage/user-manage">) {
  const actor = await requirePageActor(P.ORG_USER);
  const { id, isAdministrator } = actor;
  const params = await searchParams;
  return (
    <ClientMessages
      areas={["organisation", "organisation-imports", "codes", "screens", "things", "errors", "validation"]}
    >
      <UsersScreen
        first={usersAddress.read(params)}
        viewer={{ id, isAdministrator, seesBudgets: hasPermission(actor, P.GATEWAY) }}
        actions={<ImportButton kind="users" canMakeDepartments={hasPermission(actor, P.ORG_DEPT)} />}
      />
    </ClientMessages>
  );
}
