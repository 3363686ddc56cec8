"use client";

import { Boxes, ShieldCheck, Wallet } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { DepartmentsScreen } from "@/components/features/organisation/departments-screen";
import { departmentModelsHref } from "@/lib/features/models/filter";
import { budgetsOf } from "@/lib/features/organisation/budgets";
import type { DepartmentDto } from "@/lib/features/organisation/dto";

const PolicyDrawer = lazy(() =>
  import("@/components/features/records/policy-drawer").then((module) => ({ default: module.PolicyDrawer })),
);

interface DepartmentsWithPolicyProps {
  keyword: string;
  actions: ReactNode;
  /** Offers a department's money budgets, which stand in the gateway. */
  seesBudgets: boolean;
  /** Offers a department's models. */
  seesModels: boolean;
}

/** The departments, each with the way to the privacy of its conversations, its models and its budgets. */
export function DepartmentsWithPolicy({ seesBudgets, seesModels, ...props }: DepartmentsWithPolicyProps) {
  const t = useTranslations("records.policy");
  const o = useTranslations("organisation.departments");
  const router = useRouter();
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
          ...(seesModels
            ? [
                {
                  key: "models",
                  label: o("models"),
                  icon: Boxes,
                  onSelect: ({ id }: DepartmentDto) => router.push(departmentModelsHref(id)),
                },
              ]
            : []),
          ...(seesBudgets
            ? [
                {
                  key: "budgets",
                  label: o("budgets"),
                  icon: Wallet,
                  onSelect: ({ name }: DepartmentDto) => router.push(budgetsOf("department", name)),
                },
              ]
            : []),
        ]}
      />
      <LazyBoundary onFailure={handleClose}>
        {departmentId && <PolicyDrawer departmentId={departmentId} onClose={handleClose} />}
      </LazyBoundary>
    </>
  );
}
