/** Names from one place, each in its own spelling and in the spelling for an e-mail address. */
export interface Place {
  readonly city: string
  readonly first: readonly (readonly [written: string, typed: string])[]
  readonly last: readonly (readonly [written: string, typed: string])[]
}

/** "Jürgen:jurgen Käthe" → [["Jürgen", "jurgen"], ["Käthe", "kathe"]]; "_" stands for a blank. */
function names(text: string): [string, string][] {
  return text.split(" ").map((word) => {
    const [written = "", typed = plain(written)] = word.split(":")
    return [written.replaceAll("_", " "), typed]
  })
}

const plain = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/[^a-z]/gi, "")
    .toLowerCase()

const place = (city: string, first: string, last: string): Place => ({ city, first: names(first), last: names(last) })

export const places: readonly Place[] = [
  place("Köln", "Jürgen Käthe Björn Zoë Hanna", "Müller Groß:gross Weiß:weiss von_der_Heide Öztürk"),
  place("Dublin", "Siobhán Seán Aoife Mary-Jane Ruairí", "O'Brien Ní_Dhomhnaill McCarthy O’Neill FitzGerald"),
  place("São Paulo", "João Conceição Antônia Luís Ângela", "da_Silva Gonçalves Araújo Brandão Müller-Souza"),
  place(
    "Łódź",
    "Łukasz:lukasz Małgorzata:malgorzata Zbigniew Żaneta Jędrzej",
    "Wałęsa:walesa Świątek Łęcki:lecki Brzęczyszczykiewicz Nowak",
  ),
  place("İstanbul", "Çağla Işıl:isil Ömer Şükrü Gülşen", "Yıldız:yildiz Öztürk Çelik Güneş Aydın:aydin"),
  place(
    "Reykjavík",
    "Þóra:thora Guðrún:gudrun Ásgeir Sæmundur:saemundur Björk",
    "Þorsteinsdóttir:thorsteins Jónsson Guðmundsdóttir:gudmunds Ægisson:aegisson",
  ),
  place("Hà Nội", "Nguyên Phương Thảo Đức:duc Ngọc_Anh", "Nguyễn Trần Đặng:dang Phạm Võ"),
  place(
    "Αθήνα",
    "Γιώργος:giorgos Ελένη:eleni Νίκος:nikos Ζωή:zoi",
    "Παπαδόπουλος:papadopoulos Οικονόμου:oikonomou Αγγελίδης:angelidis",
  ),
  place(
    "Київ",
    "Олена:olena Тарас:taras Ганна:hanna Юрій:yurii",
    "Шевченко:shevchenko Ґудзь:gudz Їжакевич:yizhakevych Коваль:koval",
  ),
  place("תל אביב", "נועה:noa יונתן:yonatan תמר:tamar", "כהן:cohen לוי:levi בן־דוד:bendavid"),
  place("القاهرة", "فاطمة:fatima محمد:mohamed ليلى:layla", "السيد:elsayed عبد_الله:abdallah نجيب:naguib"),
  place("मुंबई", "प्रिया:priya अर्जुन:arjun दीपिका:deepika", "शर्मा:sharma पटेल:patel कृष्णन्:krishnan"),
  place("กรุงเทพฯ", "สมชาย:somchai กัลยา:kanlaya", "ใจดี:jaidee ศรีสุข:srisuk"),
  place("東京", "さくら:sakura 健太:kenta 陽子:yoko", "佐藤:sato 髙橋:takahashi 𠮷田:yoshida"),
  place("서울", "서연:seoyeon 민준:minjun", "김:kim 이:lee 박:park"),
  place("北京", "伟:wei 小红:xiaohong 秀英:xiuying", "王:wang 李:li 欧阳:ouyang"),
]
