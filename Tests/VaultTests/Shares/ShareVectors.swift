/// The known answers that belong to SLIP-0039, all 45: shares, and the secret that they open with the passphrase `TREZOR`, or why
/// they open nothing. "Why" is in this program's words.
enum ShareVectors {
    static let standard = VectorFile.builtIn(
        .slip39, "SLIP-0039, all",
        """
        id 1
        secret bb54aac4b89dc868ba37d9cc21b2cece
        share1 duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision keyboard

        id 2
        fault checksum
        share1 duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision kidney

        id 3
        fault malformed
        share1 duckling enlarge academic academic email result length solution fridge kidney coal piece deal husband erode duke ajar music cargo fitness

        id 4
        secret b43ceb7e57a0ea8766221624d01b0864
        share1 shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist rescue view short owner flip making coding armed
        share2 shadow pistol academic acid actress prayer class unknown daughter sweater depict flip twice unkind craft early superior advocate guest smoking

        id 5
        fault tooFew
        share1 shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist rescue view short owner flip making coding armed

        id 6
        fault anotherSet
        share1 adequate smoking academic acid debut wine petition glen cluster slow rhyme slow simple epidemic rumor junk tracks treat olympic tolerate
        share2 adequate stay academic agency agency formal party ting frequent learn upstairs remember smear leaf damage anatomy ladle market hush corner

        id 7
        fault anotherSet
        share1 peasant leaves academic acid desert exact olympic math alive axle trial tackle drug deny decent smear dominant desert bucket remind
        share2 peasant leader academic agency cultural blessing percent network envelope medal junk primary human pumps jacket fragment payroll ticket evoke voice

        id 8
        fault anotherSet
        share1 liberty category beard echo animal fawn temple briefing math username various wolf aviation fancy visual holy thunder yelp helpful payment
        share2 liberty category beard email beyond should fancy romp founder easel pink holy hairy romp loyalty material victim owner toxic custody
        share3 liberty category academic easy being hazard crush diminish oral lizard reaction cluster force dilemma deploy force club veteran expect photo

        id 9
        fault anotherSet
        share1 average senior academic leaf broken teacher expect surface hour capture obesity desire negative dynamic dominant pistol mineral mailman iris aide
        share2 average senior academic agency curious pants blimp spew clothes slice script dress wrap firm shaft regular slavery negative theater roster

        id 10
        fault malformed
        share1 music husband acrobat acid artist finance center either graduate swimming object bike medical clothes station aspect spider maiden bulb welcome
        share2 music husband acrobat agency advance hunting bike corner density careful material civil evil tactics remind hawk discuss hobo voice rainbow
        share3 music husband beard academic black tricycle clock mayor estimate level photo episode exclude ecology papa source amazing salt verify divorce

        id 11
        fault anotherSet
        share1 device stay academic always dive coal antenna adult black exceed stadium herald advance soldier busy dryer daughter evaluate minister laser
        share2 device stay academic always dwarf afraid robin gravity crunch adjust soul branch walnut coastal dream costume scholar mortgage mountain pumps

        id 12
        fault anotherSet
        share1 hour painting academic academic device formal evoke guitar random modern justice filter withdraw trouble identify mailman insect general cover oven
        share2 hour painting academic agency artist again daisy capital beaver fiber much enjoy suitable symbolic identify photo editor romp float echo

        id 13
        fault digest
        share1 guilt walnut academic acid deliver remove equip listen vampire tactics nylon rhythm failure husband fatigue alive blind enemy teaspoon rebound
        share2 guilt walnut academic agency brave hamster hobo declare herd taste alpha slim criminal mild arcade formal romp branch pink ambition

        id 14
        fault tooFew
        share1 eraser senior beard romp adorn nuclear spill corner cradle style ancient family general leader ambition exchange unusual garlic promise voice

        id 15
        fault tooFew
        share1 eraser senior decision scared cargo theory device idea deliver modify curly include pancake both news skin realize vitamins away join
        share2 eraser senior decision roster beard treat identify grumpy salt index fake aviation theater cubic bike cause research dragon emphasis counter

        id 16
        fault tooFew
        share1 eraser senior decision shadow artist work morning estate greatest pipeline plan ting petition forget hormone flexible general goat admit surface
        share2 eraser senior beard romp adorn nuclear spill corner cradle style ancient family general leader ambition exchange unusual garlic promise voice

        id 17
        secret 7c3397a292a5941682d7a4ae2d898d11
        share1 eraser senior decision roster beard treat identify grumpy salt index fake aviation theater cubic bike cause research dragon emphasis counter
        share2 eraser senior ceramic snake clay various huge numb argue hesitate auction category timber browser greatest hanger petition script leaf pickup
        share3 eraser senior ceramic shaft dynamic become junior wrist silver peasant force math alto coal amazing segment yelp velvet image paces
        share4 eraser senior ceramic round column hawk trust auction smug shame alive greatest sheriff living perfect corner chest sled fumes adequate
        share5 eraser senior decision smug corner ruin rescue cubic angel tackle skin skunk program roster trash rumor slush angel flea amazing

        id 18
        secret 7c3397a292a5941682d7a4ae2d898d11
        share1 eraser senior decision smug corner ruin rescue cubic angel tackle skin skunk program roster trash rumor slush angel flea amazing
        share2 eraser senior beard romp adorn nuclear spill corner cradle style ancient family general leader ambition exchange unusual garlic promise voice
        share3 eraser senior decision scared cargo theory device idea deliver modify curly include pancake both news skin realize vitamins away join

        id 19
        secret 7c3397a292a5941682d7a4ae2d898d11
        share1 eraser senior beard romp adorn nuclear spill corner cradle style ancient family general leader ambition exchange unusual garlic promise voice
        share2 eraser senior acrobat romp bishop medical gesture pumps secret alive ultimate quarter priest subject class dictate spew material endless market

        id 20
        secret 989baf9dcaad5b10ca33dfd8cc75e42477025dce88ae83e75a230086a0e00e92
        share1 theory painting academic academic armed sweater year military elder discuss acne wildlife boring employer fused large satoshi bundle carbon diagnose anatomy hamster leaves tracks paces beyond phantom capital marvel lips brave detect luck

        id 21
        fault checksum
        share1 theory painting academic academic armed sweater year military elder discuss acne wildlife boring employer fused large satoshi bundle carbon diagnose anatomy hamster leaves tracks paces beyond phantom capital marvel lips brave detect lunar

        id 22
        fault malformed
        share1 theory painting academic academic campus sweater year military elder discuss acne wildlife boring employer fused large satoshi bundle carbon diagnose anatomy hamster leaves tracks paces beyond phantom capital marvel lips facility obtain sister

        id 23
        secret c938b319067687e990e05e0da0ecce1278f75ff58d9853f19dcaeed5de104aae
        share1 humidity disease academic always aluminum jewelry energy woman receiver strategy amuse duckling lying evidence network walnut tactics forget hairy rebound impulse brother survive clothes stadium mailman rival ocean reward venture always armed unwrap
        share2 humidity disease academic agency actress jacket gross physics cylinder solution fake mortgage benefit public busy prepare sharp friar change work slow purchase ruler again tricycle involve viral wireless mixture anatomy desert cargo upgrade

        id 24
        fault tooFew
        share1 humidity disease academic always aluminum jewelry energy woman receiver strategy amuse duckling lying evidence network walnut tactics forget hairy rebound impulse brother survive clothes stadium mailman rival ocean reward venture always armed unwrap

        id 25
        fault anotherSet
        share1 smear husband academic acid deadline scene venture distance dive overall parking bracelet elevator justice echo burning oven chest duke nylon
        share2 smear isolate academic agency alpha mandate decorate burden recover guard exercise fatal force syndrome fumes thank guest drift dramatic mule

        id 26
        fault anotherSet
        share1 finger trash academic acid average priority dish revenue academic hospital spirit western ocean fact calcium syndrome greatest plan losing dictate
        share2 finger traffic academic agency building lilac deny paces subject threaten diploma eclipse window unknown health slim piece dragon focus smirk

        id 27
        fault anotherSet
        share1 flavor pink beard echo depart forbid retreat become frost helpful juice unwrap reunion credit math burning spine black capital lair
        share2 flavor pink beard email diet teaspoon freshman identify document rebound cricket prune headset loyalty smell emission skin often square rebound
        share3 flavor pink academic easy credit cage raisin crazy closet lobe mobile become drink human tactics valuable hand capture sympathy finger

        id 28
        fault anotherSet
        share1 column flea academic leaf debut extra surface slow timber husky lawsuit game behavior husky swimming already paper episode tricycle scroll
        share2 column flea academic agency blessing garbage party software stadium verify silent umbrella therapy decorate chemical erode dramatic eclipse replace apart

        id 29
        fault malformed
        share1 smirk pink acrobat acid auction wireless impulse spine sprinkle fortune clogs elbow guest hush loyalty crush dictate tracks airport talent
        share2 smirk pink acrobat agency dwarf emperor ajar organize legs slice harvest plastic dynamic style mobile float bulb health coding credit
        share3 smirk pink beard academic alto strategy carve shame language rapids ruin smart location spray training acquire eraser endorse submit peaceful

        id 30
        fault anotherSet
        share1 fishing recover academic always device craft trend snapshot gums skin downtown watch device sniff hour clock public maximum garlic born
        share2 fishing recover academic always aircraft view software cradle fangs amazing package plastic evaluate intend penalty epidemic anatomy quarter cage apart

        id 31
        fault anotherSet
        share1 evoke garden academic academic answer wolf scandal modern warmth station devote emerald market physics surface formal amazing aquatic gesture medical
        share2 evoke garden academic agency deal revenue knit reunion decrease magazine flexible company goat repair alarm military facility clogs aide mandate

        id 32
        fault digest
        share1 river deal academic acid average forbid pistol peanut custody bike class aunt hairy merit valid flexible learn ajar very easel
        share2 river deal academic agency camera amuse lungs numb isolate display smear piece traffic worthy year patrol crush fact fancy emission

        id 33
        fault tooFew
        share1 wildlife deal beard romp alcohol space mild usual clothes union nuclear testify course research heat listen task location thank hospital slice smell failure fawn helpful priest ambition average recover lecture process dough stadium

        id 34
        fault tooFew
        share1 wildlife deal decision scared acne fatal snake paces obtain election dryer dominant romp tactics railroad marvel trust helpful flip peanut theory theater photo luck install entrance taxi step oven network dictate intimate listen
        share2 wildlife deal decision smug ancestor genuine move huge cubic strategy smell game costume extend swimming false desire fake traffic vegan senior twice timber submit leader payroll fraction apart exact forward pulse tidy install

        id 35
        fault tooFew
        share1 wildlife deal decision shadow analysis adjust bulb skunk muscle mandate obesity total guitar coal gravity carve slim jacket ruin rebuild ancestor numerous hour mortgage require herd maiden public ceiling pecan pickup shadow club
        share2 wildlife deal beard romp alcohol space mild usual clothes union nuclear testify course research heat listen task location thank hospital slice smell failure fawn helpful priest ambition average recover lecture process dough stadium

        id 36
        secret 5385577c8cfc6c1a8aa0f7f10ecde0a3318493262591e78b8c14c6686167123b
        share1 wildlife deal ceramic round aluminum pitch goat racism employer miracle percent math decision episode dramatic editor lily prospect program scene rebuild display sympathy have single mustang junction relate often chemical society wits estate
        share2 wildlife deal decision scared acne fatal snake paces obtain election dryer dominant romp tactics railroad marvel trust helpful flip peanut theory theater photo luck install entrance taxi step oven network dictate intimate listen
        share3 wildlife deal ceramic scatter argue equip vampire together ruin reject literary rival distance aquatic agency teammate rebound false argue miracle stay again blessing peaceful unknown cover beard acid island language debris industry idle
        share4 wildlife deal ceramic snake agree voter main lecture axis kitchen physics arcade velvet spine idea scroll promise platform firm sharp patrol divorce ancestor fantasy forbid goat ajar believe swimming cowboy symbolic plastic spelling
        share5 wildlife deal decision shadow analysis adjust bulb skunk muscle mandate obesity total guitar coal gravity carve slim jacket ruin rebuild ancestor numerous hour mortgage require herd maiden public ceiling pecan pickup shadow club

        id 37
        secret 5385577c8cfc6c1a8aa0f7f10ecde0a3318493262591e78b8c14c6686167123b
        share1 wildlife deal decision scared acne fatal snake paces obtain election dryer dominant romp tactics railroad marvel trust helpful flip peanut theory theater photo luck install entrance taxi step oven network dictate intimate listen
        share2 wildlife deal beard romp alcohol space mild usual clothes union nuclear testify course research heat listen task location thank hospital slice smell failure fawn helpful priest ambition average recover lecture process dough stadium
        share3 wildlife deal decision smug ancestor genuine move huge cubic strategy smell game costume extend swimming false desire fake traffic vegan senior twice timber submit leader payroll fraction apart exact forward pulse tidy install

        id 38
        secret 5385577c8cfc6c1a8aa0f7f10ecde0a3318493262591e78b8c14c6686167123b
        share1 wildlife deal beard romp alcohol space mild usual clothes union nuclear testify course research heat listen task location thank hospital slice smell failure fawn helpful priest ambition average recover lecture process dough stadium
        share2 wildlife deal acrobat romp anxiety axis starting require metric flexible geology game drove editor edge screw helpful have huge holy making pitch unknown carve holiday numb glasses survive already tenant adapt goat fangs

        id 39
        fault length
        share1 junk necklace academic academic acne isolate join hesitate lunar roster dough calcium chemical ladybug amount mobile glasses verify cylinder

        id 40
        fault length
        share1 fraction necklace academic academic award teammate mouse regular testify coding building member verdict purchase blind camera duration email prepare spirit quarter

        id 41
        secret ad6f2ad8b59bbbaa01369b9006208d9a
        share1 herald flea academic cage avoid space trend estate dryer hairy evoke eyebrow improve airline artwork garlic premium duration prevent oven
        share2 herald flea academic client blue skunk class goat luxury deny presence impulse graduate clay join blanket bulge survive dish necklace
        share3 herald flea academic acne advance fused brother frozen broken game ranked ajar already believe check install theory angry exercise adult

        id 42
        secret 1679b4516e0ee5954351d288a838f45e
        share1 testify swimming academic academic column loyalty smear include exotic bedroom exotic wrist lobe cover grief golden smart junior estimate learn

        id 43
        secret 48b1a4b80b8c209ad42c33672bdaa428
        share1 enemy favorite academic acid cowboy phrase havoc level response walnut budget painting inside trash adjust froth kitchen learn tidy punish
        share2 enemy favorite academic always academic sniff script carpet romp kind promise scatter center unfair training emphasis evening belong fake enforce

        id 44
        secret 8340611602fe91af634a5f4608377b5235fa2d757c51d720c0c7656249a3035f
        share1 impulse calcium academic academic alcohol sugar lyrics pajamas column facility finance tension extend space birthday rainbow swimming purple syndrome facility trial warn duration snapshot shadow hormone rhyme public spine counter easy hawk album

        id 45
        secret 8dc652d6d6cd370d8c963141f6d79ba440300f25c467302c1d966bff8f62300d
        share1 western apart academic always artist resident briefing sugar woman oven coding club ajar merit pecan answer prisoner artist fraction amount desktop mild false necklace muscle photo wealthy alpha category unwrap spew losing making
        share2 western apart academic acid answer ancient auction flip image penalty oasis beaver multiple thunder problem switch alive heat inherit superior teaspoon explain blanket pencil numb lend punish endless aunt garlic humidity kidney observe
        """)
}
