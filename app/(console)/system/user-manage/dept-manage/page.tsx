import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportButton } from "@/components/features/organisation/import-button";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";
import { askedWords } from "@/lib/text/visible";
import { DepartmentsWithPolicy } from "./_components/departments-with-policy";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("organisation.departments"))("title") };
}

export default async function DepartmentsPage({ searchParams }: PageProps<"/system/user-manage/dept-manage">) {
  const actor = await requirePageActor(P.ORG_DEPT);
  const { q } = await searchParams;
  return (
    <ClientMessages areas={["organisation", "organisation-imports", "records", "errors", "validation"]}>
      <DepartmentsWithPolicy
        keyword={askedWords(q)}
        seesModels={hasPermission(actor, P.CONFIG_MODELS)}
        seesBudgets={hasPermission(actor, P.GATEWAY)}
        actions={<ImportButton kind="departments" canMakeDepartments />}
      />
    </ClientMessages>
  );
}
