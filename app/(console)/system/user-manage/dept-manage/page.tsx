import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DepartmentsScreen } from "@/components/features/organisation/departments-screen";
import { ImportButton } from "@/components/features/organisation/import-button";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("organisation.departments"))("title") };
}

export default async function DepartmentsPage({ searchParams }: PageProps<"/system/user-manage/dept-manage">) {
  await requirePageActor(P.ORG_DEPT);
  const { q } = await searchParams;
  return (
    <ClientMessages areas={["nav", "organisation", "imports", "errors", "validation"]}>
      <DepartmentsScreen
        keyword={typeof q === "string" ? q.slice(0, 120) : ""}
        actions={<ImportButton kind="departments" canMakeDepartments />}
      />
    </ClientMessages>
  );
}
