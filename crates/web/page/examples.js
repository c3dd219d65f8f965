/** Example puzzles, made with `qedoku generate` and the options above each, some with one change by hand. */

export const EXAMPLES = [
  // --seed 2026 --symmetry rotate180 --not-minimal --givens 38
  { id: 'easy', label: 'Easy', level: true, boxes: '3x3', line: '..3.82.6..9.5..4..1..7.4...2...4619.9642.1873.5187...6...9.8..7..9..7.1..3.41.9..' },
  // --seed 17 --symmetry rotate180 --not-minimal --givens 28: a naked pair
  { id: 'medium', label: 'Medium', level: true, boxes: '3x3', line: '.542....8897.14...2...........4.57..7.......4..18.9...........3...78.1923....254.' },
  // The puzzle with the longest proof of 1,800 (--givens 22..24 --symmetry rotate180).
  { id: 'hard', label: 'Hard', level: true, boxes: '3x3', line: '..9.3...6.1.2..78.6..1............59..8...4..76............7..3.97..8.4.2...9.1..' },
  // 150 --seed 100 --symmetry rotate180 --givens 22..24, number 85: a chain of 6
  { id: 'extreme', label: 'Extreme', level: true, boxes: '3x3', line: '..35..7......3...21....8..4.2.....47...2.6...91.....6.3..1....96...9......7..45..' },
  // --seed 11 --symmetry rotate180 --not-minimal --givens 32, then a 7 in row 1 changed to 3
  { id: 'impossible', label: 'Impossible', boxes: '3x3', line: '..3..1...5..3...6.6..478952..924....2.......7....852..832914..5.7...2..3...7..8..' },
  // --seed 5 --symmetry rotate180, then two givens removed: exactly two solutions
  { id: 'ambiguous', label: 'Ambiguous', boxes: '3x3', line: '....5.4.373.4....95..2.......6....8..13...62..4....9.......5..23....2.974.7.9....' },
  // --size 4x4 --seed 3 --symmetry rotate180
  { id: '4x4', label: '4x4', boxes: '2x2', line: '....2.1..2.4....' },
  // --size 6x6 --seed 3 --symmetry rotate180
  { id: '6x6', label: '6x6', boxes: '2x3', line: '..2.5.....4...5..34..6...1.....6.1..' },
  // --size 16x16 --seed 4 --symmetry rotate180 --not-minimal --givens 128
  {
    id: '16x16', label: '16x16', boxes: '4x4',
    line: '1.C.4A5.6.2.F.BG..54..E.A.C.7..8..G.6..9B..F.3522...GF..E.854A9C.4E.2......B.1.DD...3...8A....C..C.B.7.1.56D..E9F61.8E.42C..5...'
      + '...G..429.5C.DFA6A..95F.7.D.8.G..E....GA...6...15.4.E......8.C7.BGA2C4.6..97...E417.B..ED..A.9..8..9.1.3.6..AG..C5.E.D.F.412.B.7',
  },
  // --size 25x25 --seed 2 --symmetry rotate180 --not-minimal --givens 330..
  {
    id: '25x25', label: '25x25', boxes: '5x5',
    line: 'BMYRT.XWLQKCEH.OSVDN.G.IJKI..UY.BPCDG.MS.FE.XTQNHRPQVHLTJASN.WY.IC..GB.MXEOWCEDXRFMHGONBQAYJPIT..V..SFNJGIK.D....T.MHA.UBYCW.'
      + '.THISNPCBEGF..RQD..W.XMLAVYGCO.TKJXEHQLBR.SFM.P.D.R.U.BGIDO..M.ANP.JVKFS.QCQPL.AHRSUMVYI.DXOTNCEKWGBMXDKNALFQVCPWSU..HEIRJOTY'
      + 'CNPUEJM.IBY.HVKWXGLDSTAFQ.R.YMCUPKTA.NWL.V...GB.ODFHTODXQVNSJ.M.CKBUAPWEYRLGL.SK...F.PDU.QTNMYOHC.V.AVJBWDYLGHFEO.TSI.RQPUKNM'
      + 'DORVCKSQ..ITPNYHEBJLMAGUWYSWQPVNTEJB.GUOFMIKAC.RXHLG.TJBOI.DMA.C..QNPSY.E.V.K.E.LCU.PSJVDFGRWX.ONQBTUABN.M..YRW..KEDTOCVLIPJ.'
      + '.JSLYO.HTW.K....U.MRXVBCF..K..QGYMLTXFEJNCDBHIRSAUTDCX.FB..UH.AI.EPKSJQWLYGNUFMQS.JR.LB.YVAWX.GK..PEHB.G.PEXCK.USRWVYLT.JODMN',
  },
];
