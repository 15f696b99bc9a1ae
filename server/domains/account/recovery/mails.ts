import { RECOVERY_CODE_MINUTES } from '../../../../contract/account/rules.ts';
import { chooseLanguage, type Language } from '../../../../src/i18n/languages.ts';
import type { Mail } from './mailer.ts';

/** Texts of the e-mails in one language. */
type MailTexts = {
  readonly code: string;
  readonly valid: string;
  readonly ignore: string;
  readonly passwordChanged: string;
  readonly signedOut: string;
  readonly addressChanged: string;
  readonly passkeyAdded: string;
  readonly passkeyRemoved: string;
  readonly notYou: string;
};

/** Texts of the e-mails in the languages of the interface (product 9.1). */
const MAIL_TEXTS = {
  en: {
    code: '{{code}} is your {{brand}} code',
    valid: 'Enter this code in the app. It is valid for {{minutes}} minutes. Never give it to anyone.',
    ignore: 'If you did not ask for it, ignore this e-mail: nothing changes.',
    passwordChanged: 'Your {{brand}} password was changed',
    signedOut: 'All other devices were signed out.',
    addressChanged: 'This address no longer recovers your {{brand}} account',
    passkeyAdded: 'A passkey was added to your {{brand}} account',
    passkeyRemoved: 'A passkey was removed from your {{brand}} account',
    notYou: 'If this was not you, sign in, choose a new password and write to our support.',
  },
  de: {
    code: '{{code}} ist dein {{brand}}-Code',
    valid: 'Gib diesen Code in der App ein. Er gilt {{minutes}} Minuten. Gib ihn niemals weiter.',
    ignore: 'Wenn du ihn nicht angefordert hast, ignoriere diese E-Mail: Es ändert sich nichts.',
    passwordChanged: 'Dein {{brand}}-Passwort wurde geändert',
    signedOut: 'Alle anderen Geräte wurden abgemeldet.',
    addressChanged: 'Mit dieser Adresse lässt sich dein {{brand}}-Konto nicht mehr wiederherstellen',
    passkeyAdded: 'Deinem {{brand}}-Konto wurde ein Passkey hinzugefügt',
    passkeyRemoved: 'Ein Passkey wurde aus deinem {{brand}}-Konto entfernt',
    notYou: 'Wenn du das nicht warst, melde dich an, wähle ein neues Passwort und schreib unserem Support.',
  },
  fr: {
    code: '{{code}} est votre code {{brand}}',
    valid: 'Saisissez ce code dans l’application. Il est valable {{minutes}} minutes. Ne le communiquez à personne.',
    ignore: 'Si vous ne l’avez pas demandé, ignorez cet e-mail : rien ne change.',
    passwordChanged: 'Votre mot de passe {{brand}} a été modifié',
    signedOut: 'Tous les autres appareils ont été déconnectés.',
    addressChanged: 'Cette adresse ne permet plus de récupérer votre compte {{brand}}',
    passkeyAdded: 'Une clé d’accès a été ajoutée à votre compte {{brand}}',
    passkeyRemoved: 'Une clé d’accès a été retirée de votre compte {{brand}}',
    notYou: 'Si ce n’était pas vous, connectez-vous, choisissez un nouveau mot de passe et écrivez à notre assistance.',
  },
  es: {
    code: '{{code}} es tu código de {{brand}}',
    valid: 'Introduce este código en la app. Es válido durante {{minutes}} minutos. No se lo des a nadie.',
    ignore: 'Si no lo has pedido, ignora este correo: no cambia nada.',
    passwordChanged: 'Tu contraseña de {{brand}} ha cambiado',
    signedOut: 'Se ha cerrado la sesión en todos los demás dispositivos.',
    addressChanged: 'Esta dirección ya no recupera tu cuenta de {{brand}}',
    passkeyAdded: 'Se ha añadido una llave de acceso a tu cuenta de {{brand}}',
    passkeyRemoved: 'Se ha quitado una llave de acceso de tu cuenta de {{brand}}',
    notYou: 'Si no has sido tú, inicia sesión, elige otra contraseña y escribe a nuestro soporte.',
  },
  it: {
    code: '{{code}} è il tuo codice {{brand}}',
    valid: 'Inserisci questo codice nell’app. È valido per {{minutes}} minuti. Non darlo a nessuno.',
    ignore: 'Se non l’hai richiesto, ignora questa e-mail: non cambia nulla.',
    passwordChanged: 'La tua password {{brand}} è stata cambiata',
    signedOut: 'Tutti gli altri dispositivi sono stati disconnessi.',
    addressChanged: 'Questo indirizzo non recupera più il tuo account {{brand}}',
    passkeyAdded: 'Una passkey è stata aggiunta al tuo account {{brand}}',
    passkeyRemoved: 'Una passkey è stata rimossa dal tuo account {{brand}}',
    notYou: 'Se non sei stato tu, accedi, scegli una nuova password e scrivi alla nostra assistenza.',
  },
  pt: {
    code: '{{code}} é o seu código {{brand}}',
    valid: 'Digite este código no app. Ele vale por {{minutes}} minutos. Não o passe a ninguém.',
    ignore: 'Se você não o pediu, ignore este e-mail: nada muda.',
    passwordChanged: 'Sua senha do {{brand}} foi alterada',
    signedOut: 'Todos os outros dispositivos foram desconectados.',
    addressChanged: 'Este endereço não recupera mais sua conta {{brand}}',
    passkeyAdded: 'Uma chave de acesso foi adicionada à sua conta {{brand}}',
    passkeyRemoved: 'Uma chave de acesso foi removida da sua conta {{brand}}',
    notYou: 'Se não foi você, entre, escolha uma nova senha e escreva para o nosso suporte.',
  },
  tr: {
    code: '{{brand}} kodun: {{code}}',
    valid: 'Bu kodu uygulamaya gir. {{minutes}} dakika geçerlidir. Kodu kimseyle paylaşma.',
    ignore: 'Kodu sen istemediysen bu e-postayı dikkate alma: hiçbir şey değişmez.',
    passwordChanged: '{{brand}} şifren değiştirildi',
    signedOut: 'Diğer tüm cihazlarda oturum kapatıldı.',
    addressChanged: 'Bu adres artık {{brand}} hesabını kurtaramaz',
    passkeyAdded: '{{brand}} hesabına bir geçiş anahtarı eklendi',
    passkeyRemoved: '{{brand}} hesabından bir geçiş anahtarı kaldırıldı',
    notYou: 'Bunu sen yapmadıysan giriş yap, yeni bir şifre seç ve desteğimize yaz.',
  },
  id: {
    code: '{{code}} adalah kode {{brand}} kamu',
    valid: 'Masukkan kode ini di aplikasi. Kode berlaku {{minutes}} menit. Jangan berikan kepada siapa pun.',
    ignore: 'Kalau kamu tidak memintanya, abaikan email ini: tidak ada yang berubah.',
    passwordChanged: 'Kata sandi {{brand}} kamu telah diubah',
    signedOut: 'Semua perangkat lain telah dikeluarkan.',
    addressChanged: 'Alamat ini tidak lagi dapat memulihkan akun {{brand}} kamu',
    passkeyAdded: 'Kunci sandi telah ditambahkan ke akun {{brand}} kamu',
    passkeyRemoved: 'Kunci sandi telah dihapus dari akun {{brand}} kamu',
    notYou: 'Kalau itu bukan kamu, masuk, pilih kata sandi baru, lalu tulis ke tim bantuan kami.',
  },
  hi: {
    code: '{{code}} आपका {{brand}} कोड है',
    valid: 'यह कोड ऐप में डालें। यह {{minutes}} मिनट तक मान्य है। इसे किसी को न दें।',
    ignore: 'अगर आपने इसे नहीं माँगा, तो इस ईमेल को अनदेखा करें: कुछ नहीं बदलेगा।',
    passwordChanged: 'आपका {{brand}} पासवर्ड बदल दिया गया',
    signedOut: 'बाकी सभी डिवाइस साइन आउट हो गए।',
    addressChanged: 'इस पते से अब आपका {{brand}} अकाउंट वापस नहीं मिल सकता',
    passkeyAdded: 'आपके {{brand}} अकाउंट में एक पासकी जोड़ी गई',
    passkeyRemoved: 'आपके {{brand}} अकाउंट से एक पासकी हटाई गई',
    notYou: 'अगर यह आपने नहीं किया, तो साइन इन करें, नया पासवर्ड चुनें और हमारी सहायता टीम को लिखें।',
  },
  bn: {
    code: '{{code}} আপনার {{brand}} কোড',
    valid: 'অ্যাপে এই কোডটি লিখুন। এটি {{minutes}} মিনিট বৈধ। কোডটি কাউকে দেবেন না।',
    ignore: 'আপনি না চেয়ে থাকলে এই ইমেল উপেক্ষা করুন: কিছুই বদলাবে না।',
    passwordChanged: 'আপনার {{brand}} পাসওয়ার্ড বদলানো হয়েছে',
    signedOut: 'অন্য সব ডিভাইস সাইন আউট হয়েছে।',
    addressChanged: 'এই ঠিকানা দিয়ে আর আপনার {{brand}} অ্যাকাউন্ট ফিরে পাওয়া যাবে না',
    passkeyAdded: 'আপনার {{brand}} অ্যাকাউন্টে একটি পাসকি যোগ করা হয়েছে',
    passkeyRemoved: 'আপনার {{brand}} অ্যাকাউন্ট থেকে একটি পাসকি সরানো হয়েছে',
    notYou: 'এটি আপনি না করে থাকলে সাইন ইন করুন, নতুন পাসওয়ার্ড বেছে নিন এবং আমাদের সহায়তা দলকে লিখুন।',
  },
  ar: {
    code: '{{code}} هو رمزك في {{brand}}',
    valid: 'أدخل هذا الرمز في التطبيق. صلاحيته {{minutes}} دقيقة. لا تعطه لأحد.',
    ignore: 'إذا لم تطلبه فتجاهل هذه الرسالة: لن يتغير شيء.',
    passwordChanged: 'تم تغيير كلمة مرور {{brand}}',
    signedOut: 'تم تسجيل الخروج من جميع الأجهزة الأخرى.',
    addressChanged: 'لم يعد هذا العنوان صالحًا لاستعادة حسابك في {{brand}}',
    passkeyAdded: 'تمت إضافة مفتاح مرور إلى حسابك في {{brand}}',
    passkeyRemoved: 'تمت إزالة مفتاح مرور من حسابك في {{brand}}',
    notYou: 'إذا لم تكن أنت من فعل ذلك فسجّل الدخول واختر كلمة مرور جديدة واكتب إلى فريق الدعم.',
  },
  he: {
    code: '{{code}} הוא קוד ה-{{brand}} שלך',
    valid: 'יש להזין את הקוד באפליקציה. הוא תקף ל-{{minutes}} דקות. אין למסור אותו לאיש.',
    ignore: 'אם לא ביקשת אותו, אפשר להתעלם מההודעה: דבר לא ישתנה.',
    passwordChanged: 'סיסמת {{brand}} שלך הוחלפה',
    signedOut: 'כל שאר המכשירים נותקו.',
    addressChanged: 'הכתובת הזאת כבר לא משחזרת את חשבון {{brand}} שלך',
    passkeyAdded: 'מפתח גישה נוסף לחשבון {{brand}} שלך',
    passkeyRemoved: 'מפתח גישה הוסר מחשבון {{brand}} שלך',
    notYou: 'אם זה לא היה מעשה שלך, יש להתחבר, לבחור סיסמה חדשה ולכתוב לתמיכה שלנו.',
  },
  ja: {
    code: '{{code}} が {{brand}} の確認コードです',
    valid: 'このコードをアプリに入力してください。有効期間は{{minutes}}分です。誰にも教えないでください。',
    ignore: '心当たりがない場合は、このメールを無視してください。何も変更されません。',
    passwordChanged: '{{brand}} のパスワードが変更されました',
    signedOut: 'ほかのすべての端末からログアウトしました。',
    addressChanged: 'このアドレスでは {{brand}} アカウントを復旧できなくなりました',
    passkeyAdded: '{{brand}} アカウントにパスキーが追加されました',
    passkeyRemoved: '{{brand}} アカウントからパスキーが削除されました',
    notYou: '心当たりがない場合は、ログインして新しいパスワードを設定し、サポートにご連絡ください。',
  },
  ko: {
    code: '{{brand}} 인증 코드: {{code}}',
    valid: '앱에 이 코드를 입력하세요. {{minutes}}분 동안 유효합니다. 누구에게도 알려주지 마세요.',
    ignore: '요청하지 않았다면 이 이메일을 무시하세요. 아무것도 바뀌지 않습니다.',
    passwordChanged: '{{brand}} 비밀번호가 변경되었습니다',
    signedOut: '다른 모든 기기에서 로그아웃되었습니다.',
    addressChanged: '이 주소로는 더 이상 {{brand}} 계정을 복구할 수 없습니다',
    passkeyAdded: '{{brand}} 계정에 패스키가 추가되었습니다',
    passkeyRemoved: '{{brand}} 계정에서 패스키가 삭제되었습니다',
    notYou: '본인이 아니라면 로그인해 새 비밀번호를 정하고 고객지원에 알려 주세요.',
  },
  zh: {
    code: '{{code}} 是你的 {{brand}} 驗證碼',
    valid: '請在應用程式中輸入這組驗證碼，{{minutes}} 分鐘內有效。請勿告訴任何人。',
    ignore: '如果你沒有要求驗證碼，請忽略這封郵件，一切都不會改變。',
    passwordChanged: '你的 {{brand}} 密碼已變更',
    signedOut: '其他所有裝置均已登出。',
    addressChanged: '這個電子郵件地址已無法再用來找回你的 {{brand}} 帳號',
    passkeyAdded: '你的 {{brand}} 帳號已新增一組通行密鑰',
    passkeyRemoved: '你的 {{brand}} 帳號已移除一組通行密鑰',
    notYou: '如果不是你本人操作，請登入並設定新密碼，然後聯絡客服。',
  },
} as const satisfies Partial<Record<Language, MailTexts>>;

/** Address and language tag of the reader of an e-mail, and the name of the brand by which they know the app. */
type MailReader = { readonly to: string; readonly locale: string; readonly brand: string };

/** The texts for a reader; English for a language without texts. */
function textsFor({ locale, brand }: MailReader): MailTexts {
  const known: Partial<Record<Language, MailTexts>> = MAIL_TEXTS;
  const texts = Object.entries(known[chooseLanguage(null, [locale])] ?? MAIL_TEXTS.en);
  return Object.fromEntries(texts.map(([key, text]) => [key, text.replaceAll('{{brand}}', brand)])) as MailTexts;
}

/** The e-mail with a code, to verify an address or to recover an account. */
export function codeMail(reader: MailReader, code: string): Mail {
  const { to, locale } = reader;
  const texts = textsFor(reader);
  const valid = texts.valid.replace('{{minutes}}', new Intl.NumberFormat(locale).format(RECOVERY_CODE_MINUTES));
  return { to, subject: texts.code.replace('{{code}}', code), text: `${code}\n\n${valid}\n\n${texts.ignore}` };
}

/** A change of the account that another person may have made. */
type Change = 'passwordChanged' | 'passwordChangedAndSignedOut' | 'addressChanged' | 'passkeyAdded' | 'passkeyRemoved';

/** The e-mail that informs the owner of a recovery address of a change. */
export function noticeMail(reader: MailReader, change: Change): Mail {
  const texts = textsFor(reader);
  const endsOthers = change === 'passwordChangedAndSignedOut';
  const subject = texts[endsOthers ? 'passwordChanged' : change];
  const more = endsOthers ? [texts.signedOut] : [];
  return { to: reader.to, subject, text: [subject, ...more, texts.notYou].join('\n\n') };
}
