/**
 * Public half of the key that licences are signed with: Ed25519, its DER form in base64url. The private half is with
 * whoever issues licences, never in the repository; LICENCE_PUBLIC_KEY names another one (README, Licences).
 */
export const BUILT_IN_PUBLIC_KEY = "MCowBQYDK2VwAyEAjKXQrgqEAPpSYtnQB-M-hAForX_CsV3Ehoni_rodYpo";
