import { CODES_AT_FIRST } from "@/lib/generated/codes";
import { withParents } from "./codes";

/**
 * The roles of a fresh installation. The administrator's codes are not stored: that role holds every code, also those of
 * later versions. Names are data, so both languages stand here rather than in the message files.
 */
export const SEED_ROLES = [
  {
    key: "administrator",
    name: "管理员",
    nameEn: "Administrator",
    type: "system" as const,
    description: "拥有全部权限，不可编辑",
    permissions: [],
  },
  {
    key: "staff",
    name: "员工",
    nameEn: "Staff",
    type: "ordinary" as const,
    description: "可使用全部用户功能",
    permissions: withParents(CODES_AT_FIRST.staff) as string[],
  },
  {
    key: "visitor",
    name: "访客",
    nameEn: "Visitor",
    type: "ordinary" as const,
    description: "仅可使用个人对话",
    permissions: withParents(CODES_AT_FIRST.visitor) as string[],
  },
];
