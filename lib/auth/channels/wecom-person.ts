import "server-only";
import { claimsOf } from "./chat-api";
import { departmentsOf, type WecomMember } from "./wecom-api";

/** A member as sign-in and sync both know them: the user id is subject and account. */
export function wecomPerson(member: WecomMember) {
  const departmentIds = departmentsOf(member);
  return {
    subject: member.userid,
    account: member.userid,
    name: member.name ?? "",
    email: member.biz_mail || member.email || undefined,
    phone: member.mobile || undefined,
    departmentIds,
    claims: claimsOf({
      userid: member.userid,
      department: departmentIds,
      position: member.position,
      email: [member.biz_mail, member.email].filter((one): one is string => Boolean(one)),
      alias: member.alias,
    }),
  };
}
