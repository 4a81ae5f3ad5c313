const words = (text: string) => new Set(text.trim().split(/\s+/))

// In lower case, by their letters only: `dra` also stands for Dr.ª. A word of two letters or more with a stop before a name is a
// title too, so these are the ones that people write without a stop.
/** What precedes a name. */
export const titles = words(`
  mr mrs ms miss mx mstr dr doctor prof professor sir madam rev reverend father sister rabbi capt sgt cllr
  sr sra srta senhor senhora viúva viuva utente paciente menino menina dra doutor doutora profa professora exmo exma ilmo ilma
  señor señora señorita doña dña doctora lic arq m d
  herr herrn frau fräulein freifrau freiherr familie schwester kind fr hr drin dipling privdoz univprof pd ddr mmag
  mme mmes mm mlle vve veuve enfant soeur sœur famille monsieur madame mademoiselle docteur professeur maître mgr
  sig sigra signor signora signorina dott dottssa dottore dottoressa avv profssa
  dhr mevr mw mevrouw meneer drs ir fru frk frøken pani paní bayan sayın гн гжа κ κα κος
  السيد السيدة الآنسة الانسة د دكتور دكتورة الدكتور الدكتورة أ الأستاذ الأستاذة المهندس المهندسة م الشيخ الحاج الحاجة
`)

/** Titles that are also names, as in Don Johnson. Before two words or more, they are titles. */
export const titlesOrNames = words('don dom dona dame lord lady master eng ing bay pr me')

/** The fields of a German doctor, after the title. */
export const fieldsOfDoctors = words('med dent vet phil jur rer nat hc habil')

/** What follows a name. */
export const suffixes = words(`
  jr sr jnr snr junior júnior filho neto ii iii iv esq ret
  md phd dds dmd do dvm dc dpm od rn bsn msn np pa pac mba ma ba bsc msc mbbs mbchb frcp frcs mrcp mrcgp facs facp cpa jd llb llm
  pharmd psyd lcsw lmft mph obe mbe cbe kc qc dphil
`)
/** Suffixes that no name is like, in any case. */
export const plainSuffixes = words('jr sr jnr snr junior júnior filho neto ii iii iv esq phd dds pharmd psyd mba')

/** What joins the words of a family name. In capitals, or before another one, each begins a family name. */
export const particles = words(`
  de da do dos das del della dei di du des la las le los y e van von der den ter ten te zu zum zur al el bin ibn ben bint
`)
/** Particles that no first name is like. */
export const plainParticles = words('de da do dos das del della des du von zu')

/** Family names of Vietnam, China, Korea, Japan and Hungary, which people write before or after the first name, and what hospitals
 *  write before the name of a newborn's mother. */
export const familyNamesFirst = words(`
  nguyễn nguyen trần tran lê le phạm pham huỳnh huynh hoàng hoang phan vũ vu võ vo đặng dang bùi bui đỗ do hồ ho ngô ngo dương duong lý ly
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he gao lin luo zheng liang xie tang deng feng han cao zeng peng
  xiao cai pan tian dong yuan yu cheng chan wong lam cheung leung ng ho chow yip
  kim lee park choi jung jeong kang cho yoon jang lim oh seo shin kwon hwang ahn song hong yoo
  sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki yamaguchi matsumoto inoue kimura
  hayashi saito shimizu yamazaki mori abe ikeda hashimoto
  nagy kovács kovacs tóth toth szabó szabo horváth horvath varga kiss molnár molnar németh nemeth farkas balogh papp takács takacs
  juhász juhasz lakatos mészáros meszaros oláh olah rácz racz fekete szilágyi szilagyi
  rn baby bebé bebê bébé
`)

/** The first words of Arabic first names of two words or more. */
export const arabicBeginnings = words('abd abdul abdel abdal abu abou umm oum عبد أبو ابو أم ام')

/** What precedes a person's other family name: that of birth, or that of the husband or wife. */
export const otherFamilyNames = words(
  'née né nee geb geborene geborener nata nato nacida nascida geboren born épouse epouse ép ep verh verheiratete vve veuve',
)

/** What joins two people. */
export const conjunctions = words('& + and e y et und og en')
