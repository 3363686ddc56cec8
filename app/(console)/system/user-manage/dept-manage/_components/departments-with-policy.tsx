"use client";

import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { DepartmentsScreen } from "@/components/features/organisation/departments-screen";

const PolicyDrawer = lazy(() =>
  import("@/components/features/records/policy-drawer").then((module) => ({ default: module.PolicyDrawer })),
);

/** The departments, each with the way to the privacy of its conversations. */
export function DepartmentsWithPolicy(props: { keyword: string; actions: ReactNode }) {
  const t = useTranslations("records.policy");
  const [departmentId, setDepartmentId] = useState<string | null>(null);
  const handleClose = () => setDepartmentId(null);
  return (
    <>
      <DepartmentsScreen
        {...props}
        commands={[
          {
            key: "privacy",
            label: t("menu"),
            icon: ShieldCheck,
            onSelect: (department) => setDepartmentId(department.id),
          },
        ]}
      />
      <LazyBoundary onFailure={handleClose}>
        {departmentId && <PolicyDrawer departmentId={departmentId} onClose={handleClose} />}
      </LazyBoundary>
    </>
  );
}
